import { type RefObject, useEffect } from 'react'

/** Pixels around what is printed. */
const PAGE_MARGIN = 20
/** Of the sides of paper, laid across. */
const PAPER_RATIO = Math.SQRT2

/**
 * While the dashboard is on the page, a sheet of paper is as wide as it: widgets have their sizes in pixels, and browsers fit what is
 * larger to the paper.
 */
export function usePrintPage(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sheet = document.createElement('style')
    const begin = () => {
      const width = (board.current?.clientWidth ?? 0) + 2 * PAGE_MARGIN
      sheet.textContent = `@page { size: ${width}px ${Math.round(width / PAPER_RATIO)}px; margin: ${PAGE_MARGIN}px }`
      document.head.append(sheet)
    }
    const end = () => sheet.remove()
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      end()
    }
  }, [board])
}
