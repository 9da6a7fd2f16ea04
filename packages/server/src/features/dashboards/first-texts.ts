import type { Dashboard, PublicDashboard } from '@sightline/contract/dashboards.ts'
import { heightOf } from '@sightline/domain/dashboards/grid/geometry.ts'
import { DEFAULT_SIZE, inReadingOrder, placeOf } from '@sightline/domain/dashboards/grid/place.ts'
import { isSection } from '@sightline/domain/dashboards/sections.ts'
import { tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { hasLiveValues } from '@sightline/domain/dashboards/text-tags.ts'
import { widgetHeading } from '@sightline/domain/dashboards/widget-heading.ts'
import type { Context } from '../../platform/context.ts'
import type { FirstCard, FirstTexts } from '../../platform/http/first-texts.ts'
import { get, getPublic } from './service.ts'

type AnyDashboard = Dashboard | PublicDashboard
type FirstWidget = AnyDashboard['widgets'][number]

/** Pixels that the screen of a phone may have. */
const SCREEN_PX = 1000

/** The texts of a dashboard that its page begins with. @param slugOrId as in its URL @throws AppError as `get` */
export const dashboardFirstTexts = async (ctx: Context, slugOrId: string): Promise<FirstTexts> =>
  textsOf('dashboard', await get(ctx, slugOrId))

/** The texts of a public dashboard that its page begins with. @throws AppError as `getPublic` */
export const publicFirstTexts = async (ctx: Context, token: string): Promise<FirstTexts> =>
  textsOf('public', await getPublic(ctx, token))

const textsOf = (kind: 'dashboard' | 'public', dashboard: AnyDashboard): FirstTexts => ({
  kind,
  // The header of a public page has the name.
  name: kind === 'public' ? null : dashboard.name,
  code: null,
  cards: startsWithWidgets(dashboard) ? cardsOf(dashboard.widgets) : [],
})

/** Whether nothing is above the widgets whose height only the browser knows: tabs, sections, parameters or shared filters. */
const startsWithWidgets = ({ options, widgets, dashboard_filters_enabled }: AnyDashboard): boolean =>
  !dashboard_filters_enabled &&
  tabsOf(options).length === 0 &&
  !widgets.some((widget) => isSection(widget.options) || hasControls(widget))

const hasControls = (widget: FirstWidget) =>
  'visualization' in widget && (widget.visualization?.query.options.parameters ?? []).length > 0

function cardsOf(widgets: readonly FirstWidget[]): FirstCard[] {
  const places = new Map(widgets.map(({ id, options }) => [id, placeOf(options.position ?? {}, DEFAULT_SIZE)]))
  const byId = new Map(widgets.map((widget) => [widget.id, widget]))
  const cards: FirstCard[] = []
  let filled = 0
  for (const id of inReadingOrder(places)) {
    const widget = byId.get(id)
    const place = places.get(id)
    if (widget === undefined || place === undefined || filled > SCREEN_PX) break
    const height = heightOf(place.sizeY)
    cards.push({ ...shownOf(widget), height })
    filled += height
  }
  return cards
}

function shownOf(widget: FirstWidget): Omit<FirstCard, 'height'> {
  if ('restricted' in widget) return { title: null, text: null }
  if (widget.visualization) return { title: widgetHeading(widget.visualization, null).title, text: null }
  return { title: null, text: hasLiveValues(widget.options) ? null : widget.text }
}
