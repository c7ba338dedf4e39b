"use client"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/app/ui/menu"
import type { Example } from "../examples"

/** Puts another program into the editor; undo brings back what was there. */
export const ExampleMenu = ({ examples, onChoose }: { readonly examples: ReadonlyArray<Example>; readonly onChoose: (example: Example) => void }) => (
  <Menu>
    <MenuTrigger type="button" className={buttonClass({ look: "ghost" })}>
      Examples
      <Icon name="chevron-down" size={14} />
    </MenuTrigger>
    <MenuContent align="end">
      {examples.map((example) => (
        <MenuItem key={example.id} onSelect={() => onChoose(example)}>
          {example.name}
        </MenuItem>
      ))}
    </MenuContent>
  </Menu>
)
