// SPDX-License-Identifier: Apache-2.0
// Inputs at which the terms of a gradient cancel: where accuracy is hard.
#ifndef HOSTNN_TESTS_HARNESS_NEAR_ROOTS_H_
#define HOSTNN_TESTS_HARNESS_NEAR_ROOTS_H_

#include "harness/argument.h"
#include "harness/elementwise_loss.h"
#include "harness/random.h"

namespace hostnn::harness {

// Changes a few elements of the inputs `roots_in` so that the gradient, with
// what the other inputs hold, is within a few values of their types from where
// its sign changes. The output must not be empty.
void PlaceRoots(const ElementwiseLoss& loss, Random& random,
                Arguments* arguments);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_NEAR_ROOTS_H_
