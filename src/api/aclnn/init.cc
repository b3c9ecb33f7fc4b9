// SPDX-License-Identifier: Apache-2.0
// aclnnInit and aclnnFinalize: operators need nothing set up or torn down, and
// the configuration only concerns debug kernels; so these may be called at any
// time, as often as a program likes.
#include "aclnn/aclnn_base.h"

aclnnStatus aclnnInit(const char*) { return OK; }

aclnnStatus aclnnFinalize() { return OK; }
