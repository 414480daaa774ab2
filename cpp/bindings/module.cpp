// The Python face of the core: arrays in, arrays out, the GIL released while C++ works. What the
// functions mean is said in the headers; validation and documentation live in Python.
#include <nanobind/nanobind.h>

namespace hyperbaton {

void bind_interruption(nanobind::module_& m);
void bind_permutations(nanobind::module_& m);
void bind_edits(nanobind::module_& m);
void bind_ngrams(nanobind::module_& m);
void bind_alignment(nanobind::module_& m);
void bind_soft_matches(nanobind::module_& m);
void bind_bitext(nanobind::module_& m);
void bind_trees(nanobind::module_& m);
void bind_parsing(nanobind::module_& m);
void bind_text(nanobind::module_& m);

}  // namespace hyperbaton

NB_MODULE(_core, m) {
    // Python's caches keep vocabularies until the process ends.
    nanobind::set_leak_warnings(false);
    hyperbaton::bind_interruption(m);
    hyperbaton::bind_permutations(m);
    hyperbaton::bind_edits(m);
    hyperbaton::bind_ngrams(m);
    hyperbaton::bind_alignment(m);
    hyperbaton::bind_soft_matches(m);
    hyperbaton::bind_bitext(m);
    hyperbaton::bind_trees(m);
    hyperbaton::bind_parsing(m);
    hyperbaton::bind_text(m);
}
