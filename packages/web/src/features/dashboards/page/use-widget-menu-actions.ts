import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { useMemo, useRef } from 'react'
import type { Places } from '../../../grid/place.ts'
import { copiedOptions } from '../new-widget.ts'
import { filtersByClicks } from '../values/picks.ts'
import type { WidgetMenuActions } from './DashboardWidgets.tsx'
import type { WidgetActions } from './use-widgets.ts'

type WidgetDialog = { kind: 'textbox' | 'parameters'; widget: ShownWidget }

/** What the menus of widgets do; the same functions all the time, as each new one would draw all widgets anew. */
export function useWidgetMenuActions(
  widgets: WidgetActions,
  places: Places,
  openDialog: (dialog: WidgetDialog) => void,
): WidgetMenuActions {
  const present = useRef(places)
  present.current = places
  return useMemo(
    () => ({
      remove: (id) => void widgets.remove(id),
      duplicate(widget) {
        const place = present.current.get(widget.id)
        if (place === undefined) return
        const options = copiedOptions(widget.options, place, present.current)
        void widgets.add({ visualization_id: widget.visualization_id, text: widget.text, options })
      },
      editText: (widget) => openDialog({ kind: 'textbox', widget }),
      editParameters: (widget) => openDialog({ kind: 'parameters', widget }),
      togglePicking: (widget) =>
        void widgets.save(widget, { options: { ...widget.options, filtersByClicks: !filtersByClicks(widget.options) } }),
    }),
    [widgets, openDialog],
  )
}
