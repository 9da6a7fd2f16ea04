import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core'
import { IconFileExport, IconFileTypeHtml, IconFileTypePdf, IconPhoto, IconPrinter } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { pngOf } from './dashboard-image.ts'

export interface ExportMenuProps {
  name: string
  /** @returns the exported element; null while it is not in the page */
  element(): HTMLElement | null
  /** Makes the widgets outside the viewport load. */
  onLoadAll(): void
  /** Has the server write the dashboard as a file, with the values and filters of the page. */
  load(format: 'pdf' | 'html'): Promise<Blob>
}

const icon = { size: 16, stroke: 1.75 }

/** Saves the dashboard with its current values and filters as a file, or prints it. */
export function ExportMenu({ name, element, onLoadAll, load }: ExportMenuProps) {
  const [isExporting, setIsExporting] = useState(false)
  const start = async (write: () => Promise<void>) => {
    if (isExporting) return
    setIsExporting(true)
    try {
      await write()
    } catch (error) {
      notify.failure(error, t`The dashboard could not be exported.`)
    } finally {
      setIsExporting(false)
    }
  }
  /** The dashboard as the page shows it, once everything is loaded. */
  const loaded = async (): Promise<HTMLElement> => {
    onLoadAll()
    const exported = element()
    if (exported === null) throw new Error('The dashboard is not on the page.')
    await waitUntilLoaded(exported)
    return exported
  }
  const savePng = async () => saveFile(await pngOf(await loaded()), name, 'png')
  const save = async (format: 'pdf' | 'html') => saveFile(await load(format), name, format)
  const print = async () => {
    await loaded()
    window.print()
  }
  return (
    <Menu position="bottom-end" width={176}>
      <Tooltip label={t`Export`}>
        <Menu.Target>
          <ActionIcon aria-label={t`Export`}>{isExporting ? <Loader size={16} /> : <IconFileExport {...icon} />}</ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={() => void start(savePng)}>
          <Trans>PNG Image</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => void start(() => save('pdf'))}>
          <Trans>PDF Document</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeHtml {...icon} />} onClick={() => void start(() => save('html'))}>
          <Trans>HTML File</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => void start(print)}>
          <Trans>Print</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Milliseconds between two checks whether everything is loaded. */
const POLL_INTERVAL_MS = 100
/** Milliseconds after which the export starts in any case: a query may run for hours. */
const MAX_WAIT_MS = 30_000

/** Waits until nothing inside of an element is loading, for half a minute at most. */
async function waitUntilLoaded(element: HTMLElement): Promise<void> {
  const isWaiting = (status: Element) => status.ariaLabel === t`Loading...`
  const isLoading = () =>
    element.querySelector('[aria-busy="true"]') !== null || [...element.querySelectorAll('[role="status"]')].some(isWaiting)
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_INTERVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    if (!isLoading()) return
  }
}

/** Margin of a printed page, CSS pixels. */
const PAGE_MARGIN = 20
/** Width to height of a landscape ISO page. */
const PAPER_RATIO = Math.SQRT2

/** Makes printed pages as wide as the dashboard: widgets have sizes in pixels, and browsers scale the page to the paper. */
export function usePrintPage(dashboard: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sheet = document.createElement('style')
    const begin = () => {
      const width = (dashboard.current?.clientWidth ?? 0) + 2 * PAGE_MARGIN
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
  }, [dashboard])
}
