import { type RefObject, useEffect, useRef, useState } from 'react'
import { scrollIntoRow } from '../../../ui/SidebarPage.tsx'
import type { VisualizationTab } from './tabs.ts'

/**
 * For tabs that scroll sideways where they are too wide: the selected one comes into view when it is selected and when there is
 * less room.
 * @returns the ref of their row, and whether some of them are out of sight
 */
export function useTabRow(
  tabs: readonly VisualizationTab[],
  selected: VisualizationTab,
): { row: RefObject<HTMLDivElement | null>; isTooWide: boolean } {
  const row = useRef<HTMLDivElement>(null)
  const [isTooWide, setIsTooWide] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two change what is in the row.
  useEffect(() => {
    const element = row.current
    if (element === null) return
    // Begins with a first look.
    const observer = new ResizeObserver(() => {
      setIsTooWide(element.scrollWidth > element.clientWidth)
      const tab = element.querySelector('[data-selected]')
      if (tab) scrollIntoRow(element, tab)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [tabs, selected])
  return { row, isTooWide }
}
