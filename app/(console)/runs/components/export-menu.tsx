"use client"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/app/ui/menu"
import { apiQueryOf, type RunsInput } from "../list-conditions"

/** The runs of the filter as a file, read by the browser itself: however many there are, none goes through the page. */
export const ExportMenu = ({ input }: { readonly input: RunsInput }) => {
  const query = apiQueryOf(input)
  const hrefFor = (format: "csv" | "json") => `/api/v1/runs/export?format=${format}${query === "" ? "" : `&${query}`}`
  return (
    <Menu>
      <MenuTrigger className={buttonClass({ icon: true })} aria-label="Export">
        <Icon name="download" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>All runs of this filter</MenuLabel>
        <MenuItem asChild>
          <a href={hrefFor("csv")} download>
            CSV for spreadsheets
          </a>
        </MenuItem>
        <MenuItem asChild>
          <a href={hrefFor("json")} download>
            JSON, one run a line
          </a>
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
