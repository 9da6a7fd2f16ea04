import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconCode, IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { notify } from '../../../app/notify.ts'
import { checkDownload, downloads, downloadUrl } from '../../executions/api.ts'

interface DownloadMenuProps {
  /** null for a query that is not saved, whose results have an address of their own. */
  queryId: number | null
  resultId: number
  /** null where there is nothing to embed. */
  onEmbed: (() => void) | null
}

/** Offers the result as a file of each kind, and the drawing for pages of other sites. */
export function DownloadMenu({ queryId, resultId, onEmbed }: DownloadMenuProps) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {downloads.map(({ name, ...options }) => (
          <Menu.Item key={name} component="a" href={downloadUrl(queryId, resultId, options)} download onClick={saveOrTell}>
            Download as {name}
          </Menu.Item>
        ))}
        {onEmbed !== null && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconCode size={14} stroke={1.75} />} onClick={onEmbed}>
              Embed Elsewhere
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Saves the file that a link leads to, or tells why there is none. Other ways to open the link are the browser's. */
function saveOrTell(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { href } = event.currentTarget
  checkDownload(href).then(
    () => {
      const link = document.createElement('a')
      link.href = href
      link.download = ''
      link.click()
    },
    (error: unknown) => notify.failure(error),
  )
}
