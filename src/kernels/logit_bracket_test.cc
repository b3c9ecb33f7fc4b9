// SPDX-License-Identifier: Apache-2.0
#include "kernels/logit_bracket.h"

#include <gtest/gtest.h>

#include <ostream>

namespace hostnn::kernels {
namespace {

// Exact values, worked out with 300 bits and rounded once.
struct Case {
  double x;
  double p;
  double exact;
};
void PrintTo(const Case& value, std::ostream* out) {
  *out << "x " << value.x << ", p " << value.p;
}

class LogitBracketTest : public testing::TestWithParam<Case> {};

TEST_P(LogitBracketTest, IsExactToTheLastPlace) {
  EXPECT_EQ(PreciseLogitBracket(GetParam().x, GetParam().p), GetParam().exact);
}

// Pairs of floats near roots, with what is left of the terms.
INSTANTIATE_TEST_SUITE_P(
    NearRoots, LogitBracketTest,
    testing::ValuesIn(std::initializer_list<Case>{
        {-0x1.271762p-2, 0x1.51ebd2p-1, 0x1.0f1fefdccb326p-44},    // 2^-42
        {0x1.7474ecp-2, 0x1.b07156p+0, 0x1.33d20e5669854p-43},     // 2^-41
        {-0x1.d481b2p+1, 0x1.c3af24p-8, 0x1.d4dfca792dae6p-48},    // 2^-42
        {-0x1.0314cep-1, 0x1.ee167ep-2, -0x1.147774e7b1435p-43},   // 2^-41
        {0x1.dfe7f0p+1, 0x1.4458aap+7, 0x1.79e5a7fbc86a1p-43},     // 2^-44
        {0x1.5f7824p-1, 0x1.578548p+1, 0x1.f5c670be50acfp-44},     // 2^-42
        {-0x1.f724d8p+3, 0x1.4454a2p-27, -0x1.17e8f819c4250p-67},  // 2^-44
        {-0x1.7ba692p+3, 0x1.3e837cp-21, 0x1.75303639f7492p-61},   // 2^-43
        {0x1.14f5b8p+3, 0x1.841430p+15, 0x1.69266edf291adp-41},    // 2^-44
        {0x1.1c3404p+4, 0x1.b6a736p+29, 0x1.eee27d38eec04p-39},    // 2^-42
        {-0x1.552a4cp+5, 0x1.0b0e7ap-67, 0x1.ea3af47b53a6bp-103},  // 2^-41
        {-0x1.ac0008p+4, 0x1.964eccp-44, -0x1.f3656971a6962p-80},  // 2^-40
    }));

INSTANTIATE_TEST_SUITE_P(
    Elsewhere, LogitBracketTest,
    testing::ValuesIn(std::initializer_list<Case>{
        {0x0.0p+0, 0x1.400000p+1, 0x1.0a2b23f3bab73p+0},
        {0x1.800000p+0, 0x1.000000p-2, -0x1.a6abdd8d6fe31p+0},
        {-0x1.a00000p+1, 0x1.900000p+6, 0x1.48c41edaaa1b6p+8},
        {0x1.400000p+6, 0x1.000000p-100, -0x1.400000p+6},
        {-0x1.900000p+6, 0x1.000000p-120, 0x1.8ffffffcae7c2p-114},
        {0x1.000000p-100, 0x1.000002p+0, 0x1.62e42fefa39efp-24},
    }));

}  // namespace
}  // namespace hostnn::kernels
