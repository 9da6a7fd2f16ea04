import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core'
import { IconFileExport, IconFileTypePdf, IconPhoto, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { pdfOf } from './pdf.ts'
import { jpegOf, pngOf } from './picture.ts'
import { waitUntilDrawn } from './whole-board.ts'

export interface ExportMenuProps {
  name: string
  /** What is pictured; null while it is not on the page. */
  board(): HTMLElement | null
  /** Has widgets load that are not in sight yet. */
  onLoadAll(): void
}

const icon = { size: 16, stroke: 1.75 }

/** Takes the dashboard along, as it is seen now: as a picture, as a document, or on paper. */
export function ExportMenu({ name, board, onLoadAll }: ExportMenuProps) {
  const [isMaking, setIsMaking] = useState(false)

  const make = async (take: (element: HTMLElement) => Promise<void>) => {
    const element = board()
    if (element === null || isMaking) return
    setIsMaking(true)
    try {
      onLoadAll()
      await waitUntilDrawn(element)
      await take(element)
    } catch (error) {
      notify.failure(error, 'The dashboard could not be exported.')
    } finally {
      setIsMaking(false)
    }
  }
  const savePng = async (element: HTMLElement) => saveFile(await pngOf(element), `${name}.png`)
  const savePdf = async (element: HTMLElement) => {
    const { jpeg, pixelRatio } = await jpegOf(element)
    saveFile(pdfOf(jpeg, pixelRatio, name), `${name}.pdf`)
  }
  const print = async () => window.print()

  return (
    <Menu position="bottom-end" width={176}>
      <Tooltip label="Export">
        <Menu.Target>
          <ActionIcon aria-label="Export">{isMaking ? <Loader size={16} /> : <IconFileExport {...icon} />}</ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={() => void make(savePng)}>
          PNG Picture
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => void make(savePdf)}>
          PDF Document
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => void make(print)}>
          Print
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
