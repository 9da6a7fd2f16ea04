import type { Dashboard, PublicDashboard } from '@sightline/contract/dashboards.ts'
import type { PublicWidget, RestrictedWidget, ShownWidget } from '@sightline/contract/widgets.ts'
import {
  type DashboardParameter,
  dashboardValuesFromUrl,
  inStoredOrder,
  parametersOfWidgets,
  toParameterizedWidget,
  widgetDefinitions,
} from '@sightline/domain/dashboards/parameters.ts'
import { type Definition, isSafe } from '@sightline/domain/parameters/definition.ts'

/** A dashboard as its reader sees it, with or without a sign-in. */
export type ExportedDashboard = Pick<PublicDashboard, 'name' | 'options' | 'dashboard_filters_enabled'> & {
  /** 0 if the reader does not know it. */
  id: number
  link: string
  widgets: (Dashboard | PublicDashboard)['widgets']
}

/** A widget that the reader may see. */
export type VisibleWidget = ShownWidget | PublicWidget
export type ExportedWidget = VisibleWidget | RestrictedWidget

export const isVisible = (widget: ExportedWidget): widget is VisibleWidget => !('restricted' in widget)

/** The values that a dashboard's parameters have. */
export interface DashboardValues {
  /** The parameters above the dashboard, in their order. */
  shared: readonly Definition[]
  /** The parameters of a widget's query. */
  ofWidget(widget: VisibleWidget): readonly Definition[]
  /** The parameters whose inputs are in the widget itself. */
  inWidget(widget: VisibleWidget): readonly Definition[]
}

/** @param sent values by the names of the parameters of the dashboard; the others have their stored values */
export function dashboardValues(dashboard: ExportedDashboard, sent: Readonly<Record<string, unknown>>): DashboardValues {
  const widgets = dashboard.widgets.filter(isVisible).map(withoutUnsafe)
  const parameters = parametersOfWidgets(widgets)
  const definitions = dashboardValuesFromUrl(parameters, {}).map((definition, index) =>
    chosen(parameters[index], definition, sent),
  )
  const shownIn = new Map(parameters.map(({ definition, shownIn: place }) => [definition.name, place]))
  const at = (place: DashboardParameter['shownIn']) => definitions.filter(({ name }) => shownIn.get(name) === place)
  return {
    shared: inStoredOrder(at('dashboard'), dashboard.options.globalParamOrder),
    ofWidget(widget) {
      const own = toParameterizedWidget(withoutUnsafe(widget))
      return own === null ? [] : widgetDefinitions(own, definitions)
    },
    inWidget: ({ id }) => at(id),
  }
}

/** Values that a widget fixes cannot be changed. */
const chosen = (parameter: DashboardParameter | undefined, definition: Definition, sent: Readonly<Record<string, unknown>>) =>
  parameter?.shownIn === null || !Object.hasOwn(sent, definition.name)
    ? definition
    : { ...definition, value: sent[definition.name] as Definition['value'] }

/** The server runs no queries with text parameters for visitors, so their parameters do not appear on the page either. */
function withoutUnsafe(widget: VisibleWidget): VisibleWidget {
  const isPublic = !('dashboard_id' in widget)
  const { visualization } = widget
  if (!isPublic || !visualization || isSafe(visualization.query.options.parameters ?? [])) return widget
  const { query } = visualization
  return { ...widget, visualization: { ...visualization, query: { ...query, options: { ...query.options, parameters: [] } } } }
}
