/**
 * For a query whose first answer came with the page. Nothing is kept after the page is left: nobody follows the feed for it
 * any more, and what was kept would be shown instead of what the next page brings.
 */
export const handedOver = <A>(initial: A | undefined): { readonly gcTime: 0; readonly initialData?: A } => ({
  gcTime: 0,
  ...(initial !== undefined && { initialData: initial })
})
