import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { inReadingOrder, type Places } from '@sightline/domain/dashboards/grid/place.ts'
import { isSection, sectionName } from '@sightline/domain/dashboards/sections.ts'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { IconLock } from '@tabler/icons-react'
import { lazy, memo, Suspense, useMemo, useRef } from 'react'
import { Grid, type GridItem } from '../../../grid/Grid.tsx'
import { VisualizationErrorBoundary } from '../../../visualizations/Placeholders.tsx'
import { SectionHeading } from '../sections/SectionHeading.tsx'
import { type SectionActions, SectionMenu } from '../sections/SectionMenu.tsx'
import type { ShownSection } from '../sections/use-sections.ts'
import { useDashboardContext } from '../values/dashboard-state.ts'
import { NearOnPhone } from '../widget/NearOnPhone.tsx'
import { VisualizationWidget } from '../widget/VisualizationWidget.tsx'
import { PendingCard, WidgetFrame } from '../widget/WidgetFrame.tsx'
import type { ClickTarget, WidgetEditing } from '../widget/WidgetMenu.tsx'
import styles from '../widget/widget.module.css'
import { textboxName, widgetName } from '../widget/widget-names.ts'
import { copiedOptions } from '../widget-placement.ts'
import type { WidgetActions } from './changes.ts'
import { loadTextWidget, PrioritizedFirstWidget, RenderGate, useReportPaintedWhen } from './load-order.tsx'
import type { DashboardRights } from './rights.ts'

// Loaded on demand with the Markdown parser, which most dashboards do not need.
const DashboardText = lazy(async () => ({ default: (await loadTextWidget()).DashboardText }))

/** The sections of a tab with what can be done with them. */
interface SectionsOfTab {
  byId: ReadonlyMap<number, ShownSection>
  onToggle(id: number): void
  actions: SectionActions
}

interface DashboardWidgetsProps {
  widgets: readonly Widget[]
  places: Places
  rights: DashboardRights
  isEditing: boolean
  onArrange(places: Places): void
  /** The actions of the widgets' menus. */
  actions: WidgetMenuActions
  sections: SectionsOfTab
  /** The other tabs, to which widgets can move. */
  tabs: readonly Tab[]
}

/** The widgets of a dashboard on their grid. A widget that fails to render does not affect the others. */
export function DashboardWidgets(props: DashboardWidgetsProps) {
  const { widgets, places, rights, isEditing, onArrange, actions, sections, tabs } = props
  const { mayEdit, mayViewQueries } = rights
  const { byId, onToggle, actions: sectionActions } = sections
  const { loadsAll } = useDashboardContext()
  // Memoized, so that widgets do not render again with each step of a drag.
  const items = useMemo(
    (): GridItem[] =>
      widgets.map((widget) => ({
        id: widget.id,
        label: labelOf(widget),
        isFixed: byId.has(widget.id),
        content: (
          <VisualizationErrorBoundary resetKey={`${widget.updated_at} ${JSON.stringify(widget.options.parameterMappings)}`}>
            <RenderGate id={widget.id} fallback={<PendingCard />}>
              <NearOnPhone
                visualization={'restricted' in widget ? undefined : widget.visualization}
                label={labelOf(widget)}
                isNeeded={loadsAll || byId.has(widget.id)}
              >
                <WidgetContent
                  widget={widget}
                  isEditing={isEditing}
                  mayViewQueries={mayViewQueries}
                  actions={mayEdit ? actions : null}
                  section={byId.get(widget.id) ?? null}
                  onToggle={onToggle}
                  sectionActions={sectionActions}
                  tabs={tabs}
                />
              </NearOnPhone>
            </RenderGate>
          </VisualizationErrorBoundary>
        ),
      })),
    [widgets, mayEdit, mayViewQueries, isEditing, actions, byId, onToggle, sectionActions, tabs, loadsAll],
  )
  return (
    <PrioritizedFirstWidget firstId={inReadingOrder(places)[0] ?? null} count={widgets.length}>
      <Grid items={items} places={places} isEditable={isEditing} onArrange={onArrange} />
    </PrioritizedFirstWidget>
  )
}

function labelOf(widget: Widget): string {
  if ('restricted' in widget) return t`Restricted widget`
  if (widget.visualization) return widgetName(widget.visualization)
  return isSection(widget.options) ? t`Section ${sectionName(widget.text)}` : textboxName(widget.text)
}

interface WidgetContentProps {
  widget: Widget
  isEditing: boolean
  mayViewQueries: boolean
  /** null if the user may not edit. */
  actions: WidgetMenuActions | null
  /** null for a widget that is no heading of a section. */
  section: ShownSection | null
  onToggle(id: number): void
  sectionActions: SectionActions
  tabs: readonly Tab[]
}

/** Memoized, because an arranged or saved widget must not render the others again: thirty take longer than a frame. */
const WidgetContent = memo(function WidgetContent(props: WidgetContentProps) {
  const { widget, isEditing, mayViewQueries, actions, section, onToggle, sectionActions, tabs } = props
  // A widget with a visualization reports for itself.
  useReportPaintedWhen(widget.id, 'restricted' in widget || !widget.visualization)
  if ('restricted' in widget) {
    return (
      <WidgetFrame head={null} menu={null} isEditing={isEditing} onRemove={actions && (() => actions.remove(widget.id))}>
        <div className={styles.center}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          <Trans>This widget requires access to a data source you don't have access to.</Trans>
        </div>
      </WidgetFrame>
    )
  }
  const { visualization } = widget
  if (section !== null) {
    const { count, isCollapsed, isFirst, isLast } = section
    return (
      <SectionHeading
        name={sectionName(widget.text)}
        count={count}
        isCollapsed={isCollapsed}
        onToggle={isEditing ? null : () => onToggle(widget.id)}
        menu={isEditing ? <SectionMenu section={widget} {...{ isFirst, isLast, tabs }} actions={sectionActions} /> : null}
      />
    )
  }
  const editing = actions && editingOf(widget, { actions, isEditing, tabs })
  if (!visualization) {
    return (
      <Suspense fallback={<PendingCard />}>
        <DashboardText widget={widget} isEditing={isEditing} editing={editing} />
      </Suspense>
    )
  }
  return (
    <VisualizationWidget
      widget={widget}
      visualization={visualization}
      isEditing={isEditing}
      mayViewQuery={mayViewQueries}
      editing={editing}
    />
  )
})

/** The actions of the widgets' menus, for users who may edit. */
export interface WidgetMenuActions {
  remove(id: number): void
  duplicate(widget: ShownWidget): void
  moveToTab(widget: ShownWidget, tab: Tab): void
  editText(widget: ShownWidget): void
  editParameters(widget: ShownWidget): void
  chooseClickAction(widget: ShownWidget, target: ClickTarget): void
}

interface EditingParts {
  actions: WidgetMenuActions
  isEditing: boolean
  tabs: readonly Tab[]
}

function editingOf(widget: ShownWidget, { actions, isEditing, tabs }: EditingParts): WidgetEditing {
  const { visualization } = widget
  const hasParameters = (visualization?.query.options.parameters ?? []).length > 0
  return {
    isEditing,
    onRemove: () => actions.remove(widget.id),
    onDuplicate: () => actions.duplicate(widget),
    tabs,
    onMoveToTab: (tab) => actions.moveToTab(widget, tab),
    onText: visualization ? null : () => actions.editText(widget),
    onParameters: hasParameters ? () => actions.editParameters(widget) : null,
    onClickAction: (target) => actions.chooseClickAction(widget, target),
  }
}

type WidgetDialog =
  | { kind: 'textbox' | 'parameters'; widget: ShownWidget }
  | { kind: 'click action'; widget: ShownWidget; target: ClickTarget }

/** @returns the same functions each time, because new ones would render all widgets again */
export function useWidgetMenuActions(
  widgets: WidgetActions,
  places: Places,
  openDialog: (dialog: WidgetDialog) => void,
  moveToTab: (widgets: readonly ShownWidget[], tab: Tab) => Promise<void>,
): WidgetMenuActions {
  const latestPlaces = useRef(places)
  latestPlaces.current = places
  const latestMove = useRef(moveToTab)
  latestMove.current = moveToTab
  return useMemo(
    () => ({
      remove: (id) => void widgets.remove(id),
      duplicate(widget) {
        const place = latestPlaces.current.get(widget.id)
        if (place === undefined) return
        const options = copiedOptions(widget.options, place, latestPlaces.current)
        void widgets.add({ visualization_id: widget.visualization_id, text: widget.text, options })
      },
      moveToTab: (widget, tab) => void latestMove.current([widget], tab),
      editText: (widget) => openDialog({ kind: 'textbox', widget }),
      editParameters: (widget) => openDialog({ kind: 'parameters', widget }),
      chooseClickAction: (widget, target) => openDialog({ kind: 'click action', widget, target }),
    }),
    [widgets, openDialog],
  )
}
