import { Menu } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { IconAdjustments, IconCode, IconCopy, IconDownload, IconFilter, IconFilterOff, IconTrash } from '@tabler/icons-react'
import type { queryPlace } from '../../../../app/query-place.ts'
import { LinkMenuItem } from '../../../../ui/LinkButton.tsx'
import { downloads, downloadUrl } from '../../../executions/api.ts'
import type { WidgetEditing } from './widget-editing.ts'

interface WidgetMenuParts {
  result: ResultWindow | undefined
  queryId: number
  /** Where the query is; null for those who may not see it. */
  query: ReturnType<typeof queryPlace> | null
  /** null for those who may not. */
  editing: WidgetEditing | null
}

const icon = { size: 16, stroke: 1.75 }

/** What the menu of a widget with a visualization holds; null where it would be empty. */
export function widgetMenu({ result, queryId, query, editing }: WidgetMenuParts) {
  if (result === undefined && query === null && editing === null) return null
  return (
    <>
      {query !== null && (
        <LinkMenuItem {...query} leftSection={<IconCode {...icon} />}>
          View Query
        </LinkMenuItem>
      )}
      {result !== undefined &&
        downloads.map(({ name, ...download }) => (
          <Menu.Item
            key={name}
            component="a"
            href={downloadUrl(queryId, result.result.id, download)}
            download
            leftSection={<IconDownload {...icon} />}
          >
            Download as {name}
          </Menu.Item>
        ))}
      {editing !== null && (
        <>
          {(query !== null || result !== undefined) && <Menu.Divider />}
          {editing.onParameters !== null && (
            <Menu.Item leftSection={<IconAdjustments {...icon} />} onClick={editing.onParameters}>
              Edit Parameters
            </Menu.Item>
          )}
          {editing.picking !== null && (
            <Menu.Item
              leftSection={editing.picking.isOn ? <IconFilterOff {...icon} /> : <IconFilter {...icon} />}
              onClick={editing.picking.onToggle}
            >
              {editing.picking.isOn ? 'Stop filtering by clicks' : 'Filter by clicks on marks'}
            </Menu.Item>
          )}
          <DuplicateAndRemove editing={editing} />
        </>
      )}
    </>
  )
}

/** The entries that every widget has for those who may edit. */
export function DuplicateAndRemove({ editing }: { editing: Pick<WidgetEditing, 'onDuplicate' | 'onRemove'> }) {
  return (
    <>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={editing.onDuplicate}>
        Duplicate
      </Menu.Item>
      <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={editing.onRemove}>
        Remove from Dashboard
      </Menu.Item>
    </>
  )
}
