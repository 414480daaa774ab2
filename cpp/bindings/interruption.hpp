// Long calls let other Python threads run, and end with KeyboardInterrupt on Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include "hyperbaton/runtime/cancellation.hpp"

namespace hyperbaton {

// While it lives the GIL is released, and the work of this thread and of those that help it is
// cancelled by what a Python signal handler raises.
class Unlocked {
public:
    Unlocked();

private:
    nanobind::gil_scoped_release released_;
    CancellationToken token_;
    CancellationScope scope_;
};

// The result of work() done like that.
template <class Work>
auto unlocked(Work work) {
    const Unlocked scope;
    return work();
}

// Lets Cancelled reach Python as the exception of the signal handler.
void bind_interruption(nanobind::module_& m);

}  // namespace hyperbaton
