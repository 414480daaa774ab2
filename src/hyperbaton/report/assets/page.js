// Placeholder: the page is built from frontend/.
