// The page: a report, or the live explanation, whichever the document carries.

import { overview } from "./data";
import { installPrinting } from "./printing";
import { startReport } from "./report";
import { startServe } from "./serve";
import { installTooltips } from "./tooltip";

const app = document.getElementById("app");
const [report, live] = [overview(), document.getElementById("live")];
if (app) {
  installTooltips();
  installPrinting();
  if (report) startReport(app, report);
  else if (live) startServe(app);
}
