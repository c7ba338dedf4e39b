"use client"
// One chunk: see overlays.ts.
export { DialogBody } from "./dialog-body"
export { CheckItemBody, ItemBody, LabelBody, MenuBody, RadioGroupBody, RadioItemBody, SeparatorBody } from "./menu-body"
export { PopoverBody } from "./popover-body"
export { SheetBody } from "./sheet-body"
export { ToastBody } from "./toast-body"
export { TooltipBody } from "./tooltip-body"
