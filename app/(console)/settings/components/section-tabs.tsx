"use client"
import { usePathname } from "next/navigation"
import { Tabs } from "@/app/ui/tabs"
import type { Section } from "../sections"

export const SectionTabs = ({ sections }: { readonly sections: ReadonlyArray<Section> }) => {
  const here = usePathname()
  return (
    <Tabs
      label="Settings"
      items={sections.map(({ href, name }) => ({ id: href, href, label: name }))}
      current={sections.find(({ href }) => here === href || here.startsWith(`${href}/`))?.href ?? ""}
    />
  )
}
