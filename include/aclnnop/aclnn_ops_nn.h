/* SPDX-License-Identifier: Apache-2.0 */
/* Every operator of this library. Written by scripts/write_operators.py. */
#ifndef ACLNNOP_ACLNN_OPS_NN_H_
#define ACLNNOP_ACLNN_OPS_NN_H_

#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"

#endif /* ACLNNOP_ACLNN_OPS_NN_H_ */
