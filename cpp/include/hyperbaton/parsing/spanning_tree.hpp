// The best dependency tree by scores of heads.
#pragma once

#include <cstdint>
#include <vector>

namespace hyperbaton {

// The tree with one root whose scores have the largest sum, as the heads of words: 0 for the root,
// else the number of a word counted from 1.
//
// scores[d * stride + h] says how well head h suits word d, counted from 0; h = 0 makes it the
// root, and h = d + 1 is not looked at. Where every word's best head gives such a tree, it is
// taken; else Chu-Liu/Edmonds in O(n³), in practice O(n²), where a penalty that is larger than all
// scores keeps further words from being roots. The first of equally good heads is taken.
void spanning_tree(const float* scores, std::int64_t stride, std::int32_t words,
                   std::int32_t* heads);

}  // namespace hyperbaton
