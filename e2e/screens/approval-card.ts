import type { Locator, Page } from "@playwright/test"

/** The card of one pending question, and the receipt it becomes. Both look the same in the inbox and on a run's page. */
export const approvalCard = (scope: Page | Locator) => ({
  approve: scope.getByRole("button", { name: /^Approve(?! and)/ }),
  decline: scope.getByRole("button", { name: /^Decline/ }),
  reason: scope.getByLabel(/reason/i),
  send: scope.getByRole("button", { name: /^Send answers/ }),
  receipt: scope.getByText(/^(Approved|Answered|Declined) by/)
})
