"use client"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/app/ui/menu"
import type { Template } from "../templates"

/** Puts another program into the editor; undo brings back what was there. */
export const TemplateMenu = ({ templates, onChoose }: { readonly templates: ReadonlyArray<Template>; readonly onChoose: (template: Template) => void }) => (
  <Menu>
    <MenuTrigger type="button" className={buttonClass({ look: "ghost" })}>
      Templates
      <Icon name="chevron-down" size={14} />
    </MenuTrigger>
    <MenuContent align="end">
      {templates.map((template) => (
        <MenuItem key={template.id} onSelect={() => onChoose(template)}>
          {template.name}
        </MenuItem>
      ))}
    </MenuContent>
  </Menu>
)
