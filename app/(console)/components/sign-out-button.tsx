import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"

/** A form, so that it works before JavaScript has loaded. `wide` in the phone's sheet. */
export const SignOutButton = ({ action, wide = false }: { readonly action: () => Promise<void>; readonly wide?: boolean }) => (
  <form action={action}>
    {wide ? (
      <button type="submit" className={`${buttonClass({ size: "lg" })} w-full`}>
        <Icon name="leave" />
        Sign out
      </button>
    ) : (
      <button type="submit" aria-label="Sign out" title="Sign out" className={buttonClass({ look: "ghost", icon: true })}>
        <Icon name="leave" />
      </button>
    )}
  </form>
)
