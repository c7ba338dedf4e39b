"use client"
import type { ReactNode } from "react"
import { type Theme, themeOf } from "@/app/hooks/theme"
import { useTheme } from "@/app/hooks/use-theme"
import { Avatar } from "@/app/ui/avatar"
import { buttonClass } from "@/app/ui/button-class"
import { cx } from "@/app/ui/cx"
import { Icon, type IconName } from "@/app/ui/icons"
import { Menu, MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "@/app/ui/menu"

export type Person = { readonly name: string; readonly email: string; readonly role: string }

const themes: ReadonlyArray<{ readonly value: Theme; readonly name: string; readonly icon: IconName }> = [
  { value: "system", name: "System", icon: "screen" },
  { value: "light", name: "Light", icon: "sun" },
  { value: "dark", name: "Dark", icon: "moon" }
]

const ThemeMenu = () => {
  const [theme, choose] = useTheme()
  return (
    <Menu>
      <MenuTrigger aria-label="Theme" className={buttonClass({ look: "ghost", icon: true })}>
        <Icon name="moon" />
      </MenuTrigger>
      <MenuContent side="top" align="end" className="min-w-40">
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme} onValueChange={(value) => choose(themeOf(value))}>
          {themes.map(({ value, name, icon }) => (
            <MenuRadioItem key={value} value={value}>
              <Icon name={icon} className="text-text-subtle" />
              {name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

/** At the foot of the navigation: who is signed in, the theme, the way out. */
export const AccountFoot = ({ person, signOut }: { readonly person: Person; readonly signOut: ReactNode }) => (
  <>
    <Avatar name={person.name} />
    <span className="min-w-0 flex-1 truncate" title={person.email}>
      {person.name}
      <br />
      <span className="text-xs text-text-subtle">{person.role}</span>
    </span>
    <span className="flex">
      <ThemeMenu />
      {signOut}
    </span>
  </>
)

/** The same on a phone, in the More sheet. */
export const AccountSheet = ({ person, signOut }: { readonly person: Person; readonly signOut: ReactNode }) => {
  const [theme, choose] = useTheme()
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-2.5">
        <Avatar name={person.name} />
        <span className="min-w-0 flex-1 truncate">
          {person.name}
          <br />
          <span className="text-xs text-text-subtle">
            {person.role} · {person.email}
          </span>
        </span>
      </div>
      <fieldset>
        <legend className="mb-1.5 text-xs font-medium">Theme</legend>
        <div className="grid grid-cols-3 gap-0.5 rounded-md bg-surface-active p-0.5">
          {themes.map(({ value, name, icon }) => (
            <button
              key={value}
              type="button"
              aria-pressed={theme === value}
              onClick={() => choose(value)}
              className={cx(
                "flex h-10 items-center justify-center gap-1.5 rounded-[5px] font-medium",
                theme === value ? "bg-surface-raised shadow-raised" : "text-text-muted"
              )}
            >
              <Icon name={icon} size={14} />
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      {signOut}
    </div>
  )
}
