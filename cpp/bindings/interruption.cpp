#include "interruption.hpp"

namespace nb = nanobind;

namespace hyperbaton {

namespace {

unsigned long main_thread = 0;

// Runs signal handlers; true if one raised, with its exception as this thread's current one.
bool run_signal_handlers() {
    const nb::gil_scoped_acquire locked;
    return PyErr_CheckSignals() != 0;
}

// Python runs signal handlers in its main thread only. Others need not ask, and must not: taking
// the GIL while the interpreter shuts down would end them.
CancellationScope::Poll poll_of_this_thread() {
    return PyThread_get_thread_ident() == main_thread ? run_signal_handlers : nullptr;
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const Cancelled&) {
        if (PyErr_Occurred() == nullptr) PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
}

}  // namespace

Unlocked::Unlocked() : scope_(&token_, poll_of_this_thread()) {}

void bind_interruption(nb::module_&) {
    main_thread = nb::cast<unsigned long>(
        nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    nb::register_exception_translator(translate);
}

}  // namespace hyperbaton
