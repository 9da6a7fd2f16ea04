import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import {
  IconAdjustments,
  IconChartBar,
  IconCode,
  IconCopy,
  IconDownload,
  IconFolderSymlink,
  IconPointer,
  IconTable,
  IconTrash,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { notify } from '../../../app/notify.ts'
import type { exploreLink, queryLink } from '../../../app/query-link.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { LinkMenuItem } from '../../../ui/LinkButton.tsx'
import { copiedMessage, ImageSubmenu } from '../../../visualizations/ImageItems.tsx'
import type { Marks, VisualizationTools } from '../../../visualizations/visualization.ts'
import { ZoomItem } from '../../../visualizations/ZoomItem.tsx'
import { downloads, downloadUrl } from '../../executions/api.ts'
import { CommentsItem, type WidgetComments } from '../comments/widget-comments.tsx'
import { MoveItems } from './MoveItems.tsx'

/** The marks of a widget and the columns of its result, to which a click can refer. */
export interface ClickTarget {
  marks: Marks
  columns: readonly SourceColumn[]
}

/** The actions on one widget for users who may edit the dashboard. */
export interface WidgetEditing {
  /** Whether the dashboard is being edited: only then can widgets be removed. */
  isEditing: boolean
  onRemove(): void
  onDuplicate(): void
  /** The tabs to which it can move. */
  tabs: readonly Tab[]
  onMoveToTab(tab: Tab): void
  /** Opens a textbox for editing; null for other widgets. */
  onText: (() => void) | null
  /** Opens the parameter mappings; null for a widget without parameters. */
  onParameters: (() => void) | null
  /** Opens the choice of what a click on one of these marks does. */
  onClickAction(target: ClickTarget): void
}

interface WidgetMenuParts {
  result: ResultWindow | undefined
  queryId: number
  /** IANA name of the time zone of times in downloads. */
  timeZone: string
  /** Link to the query; null if the user may not see it. */
  query: ReturnType<typeof queryLink> | null
  /** Link to the editor of the visualization; null if the user may not change it. */
  edit: ReturnType<typeof queryLink> | null
  /** Link that explores the rows of the widget; null if the user may not see the query, or without a result. */
  explore: ReturnType<typeof exploreLink>
  /** null if the visualization has no tools, or while it is not drawn. */
  tools: VisualizationTools | null
  /** null if the visualization reports no clicks, or while it has no result. */
  marks: Marks | null
  /** null if the user cannot comment on it here. */
  comments: WidgetComments | null
  /** null if the user may not edit. */
  editing: WidgetEditing | null
}

const icon = { size: 16, stroke: 1.75 }

const notifyCopied = (isCopied: boolean) => (isCopied ? notify.success : notify.error)(copiedMessage(isCopied))

/** The menu entries of a widget with a visualization; null if there are none. */
export function widgetMenu(parts: WidgetMenuParts) {
  const { result, queryId, timeZone, query, edit, explore, tools, marks, comments, editing } = parts
  if (result === undefined && query === null && comments === null && editing === null) return null
  return (
    <>
      {query !== null && (
        <LinkMenuItem {...query} leftSection={<IconCode {...icon} />}>
          <Trans>View Query</Trans>
        </LinkMenuItem>
      )}
      {edit !== null && (
        <LinkMenuItem {...edit} leftSection={<IconChartBar {...icon} />}>
          <Trans>Edit Visualization</Trans>
        </LinkMenuItem>
      )}
      {explore !== null && (
        <LinkMenuItem {...explore} leftSection={<IconZoomQuestion {...icon} />}>
          <Trans>Explore</Trans>
        </LinkMenuItem>
      )}
      {result !== undefined && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconDownload {...icon} />}>
              <Trans>Download</Trans>
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            {downloads.map(({ name, ...download }) => (
              <Menu.Item
                key={name}
                component="a"
                href={downloadUrl(queryId, result.result.id, { ...download, values: { form: 'exact', timeZone } })}
                download
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      {tools !== null && (
        <>
          <ImageSubmenu tools={tools} onCopied={notifyCopied} />
          <Menu.Item leftSection={<IconTable {...icon} />} onClick={tools.showTable}>
            <Trans>View as Table</Trans>
          </Menu.Item>
          <ZoomItem tools={tools} />
        </>
      )}
      {comments !== null && <CommentsItem {...comments} />}
      {editing !== null && (
        <>
          {(query !== null || comments !== null || result !== undefined) && <Menu.Divider />}
          {editing.onParameters !== null && (
            <Menu.Item leftSection={<IconAdjustments {...icon} />} onClick={editing.onParameters}>
              <Trans>Edit Parameters</Trans>
            </Menu.Item>
          )}
          {marks !== null && result !== undefined && (
            <Menu.Item
              leftSection={<IconPointer {...icon} />}
              onClick={() => editing.onClickAction({ marks, columns: result.result.columns })}
            >
              <Trans>On Click…</Trans>
            </Menu.Item>
          )}
          <DuplicateAndRemove editing={editing} />
        </>
      )}
    </>
  )
}

/** The menu entries that every widget has for users who may edit. */
export function DuplicateAndRemove({
  editing,
}: {
  editing: Pick<WidgetEditing, 'onDuplicate' | 'onRemove' | 'isEditing' | 'tabs' | 'onMoveToTab'>
}) {
  return (
    <>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={editing.onDuplicate}>
        <Trans>Duplicate</Trans>
      </Menu.Item>
      <MoveItems />
      {editing.tabs.length > 0 && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconFolderSymlink {...icon} />}>
              <Trans>Move to Tab</Trans>
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            {editing.tabs.map((tab) => (
              <Menu.Item key={tab.id} onClick={() => editing.onMoveToTab(tab)}>
                {tab.name}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      {editing.isEditing && (
        <Menu.Item color="var(--sl-err)" leftSection={<IconTrash {...icon} />} onClick={editing.onRemove}>
          <Trans>Remove from Dashboard</Trans>
        </Menu.Item>
      )}
    </>
  )
}
