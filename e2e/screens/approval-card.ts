import type { Locator, Page } from "@playwright/test"

/** The card of one pending question, and the receipt it becomes. Both look the same in the inbox and on a run's page. */
export const approvalCard = (scope: Page | Locator) => ({
  approve: scope.getByRole("button", { name: /^Approve(?! and always)/ }),
  decline: scope.getByRole("button", { name: /^Decline/ }),
  reason: scope.getByRole("textbox", { name: /^Reason/ }),
  send: scope.getByRole("button", { name: /^Send answers/ }),
  receipt: scope.getByRole("region", { name: "Decision" })
})
