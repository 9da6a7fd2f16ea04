import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { useSession } from '../../../app/session.ts'
import { useIdle } from '../../../ui/loading-tracker.ts'
import { openThreadsQuery } from '../../comments/api.ts'

/** The comments of a dashboard, as far as its widgets show them. */
interface DashboardComments {
  /** The number of open threads by widget; widgets without any are left out. */
  counts: ReadonlyMap<number, number>
  /** The widget whose comments are shown; null for none. */
  shownId: number | null
  /** Without permission to read results, a user has only the comments of textboxes. */
  mayReadResults: boolean
  onShow(widgetId: number): void
}

/** Null where nobody comments: on public pages, in full screen, and while the layout is edited. */
export const DashboardCommentsContext = createContext<DashboardComments | null>(null)

/**
 * @param shown the id of the widget whose comments are shown, as in the URL; undefined for none
 * @param onShow the same function each time, because a new one would render all widgets again
 */
export function useDashboardComments(
  dashboardId: number,
  isOff: boolean,
  shown: string | undefined,
  onShow: (widgetId: number) => void,
): DashboardComments | null {
  const { permissions } = useSession().user
  // After the first paint: nobody waits for a number of comments.
  const isIdle = useIdle()
  const { data } = useQuery({ ...openThreadsQuery(dashboardId), enabled: isIdle && !isOff })
  const mayReadResults = permissions.includes('view_query') || permissions.includes('execute_query')
  return useMemo(() => {
    if (isOff) return null
    // Text that is no number is the id of no widget, which the panel says.
    const shownId = shown === undefined ? null : Number.parseInt(shown, 10) || 0
    const counts = new Map(data?.map(({ widget_id, open }) => [widget_id, open]))
    return { counts, shownId, mayReadResults, onShow }
  }, [isOff, data, shown, mayReadResults, onShow])
}

/** The comments of one widget. */
export interface WidgetComments {
  /** The number of open threads. */
  open: number
  isShown: boolean
  onShow(): void
}

/** @returns null if the user cannot comment on the widget here */
export function useWidgetComments({ id, visualization }: Pick<ShownWidget, 'id' | 'visualization'>): WidgetComments | null {
  const comments = use(DashboardCommentsContext)
  if (comments === null || (visualization !== undefined && !comments.mayReadResults)) return null
  return { open: comments.counts.get(id) ?? 0, isShown: comments.shownId === id, onShow: () => comments.onShow(id) }
}

/** The entry of a widget's menu that opens its comments. */
export const CommentsItem = ({ onShow }: Pick<WidgetComments, 'onShow'>) => (
  <Menu.Item leftSection={<IconMessage size={16} stroke={1.75} />} onClick={onShow}>
    <Trans>Comments</Trans>
  </Menu.Item>
)
