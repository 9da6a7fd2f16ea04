import { z } from 'zod'
import { groupDigits } from './digits.ts'
import { byId, endpoint, Timestamp } from './endpoint.ts'
import { EmbeddedQuery, QueryOptions } from './queries.ts'
import { SentId, sentNumber } from './sent-number.ts'
import { Visualization } from './visualizations.ts'

/** Maximum length, in characters, of the Markdown of a textbox. */
export const MAX_TEXTBOX_LENGTH = 100_000

/** Maximum length, in characters, of the JSON options that a client stores with a widget or a dashboard. */
export const MAX_OPTIONS_LENGTH = 100_000

/** Limits the size of an object that clients store for themselves. */
export const bounded = <Shape extends z.ZodType>(shape: Shape) =>
  shape.refine(
    (value) => JSON.stringify(value ?? null).length <= MAX_OPTIONS_LENGTH,
    `it may have at most ${groupDigits(MAX_OPTIONS_LENGTH)} characters`,
  )

const units = sentNumber(z.int().min(0).max(100_000))

/**
 * The position of a widget on the grid and its size limits, in grid units. It is stored as it was sent: other clients use twelve
 * columns, and the page that shows it converts the units.
 */
export const WidgetPosition = z.looseObject({
  col: units.optional(),
  row: units.optional(),
  sizeX: units.optional(),
  /** Negative: as high as its content. */
  sizeY: sentNumber(z.int().min(-100_000).max(100_000)).optional(),
  minSizeX: units.optional(),
  maxSizeX: units.optional(),
  minSizeY: units.optional(),
  maxSizeY: units.optional(),
  /** Whether it is as high as its content. */
  autoHeight: z.boolean().optional(),
})
export type WidgetPosition = z.infer<typeof WidgetPosition>

/** Where a parameter of a widget takes its value from. Readers fill in defaults for missing fields. */
export const ParameterMapping = z.looseObject({
  name: z.string().max(255).optional(),
  type: z.enum(['dashboard-level', 'widget-level', 'static-value']).optional(),
  /** The parameter of the dashboard that supplies the value. */
  mapTo: z.string().max(255).optional(),
  value: z.unknown().optional(),
  title: z.string().max(255).nullish(),
})
export type ParameterMapping = z.infer<typeof ParameterMapping>

/** Other keys are stored unchanged. */
export const WidgetOptions = z.looseObject({
  isHidden: z.boolean().optional(),
  position: WidgetPosition.optional(),
  /** By parameter name. */
  parameterMappings: z.record(z.string(), ParameterMapping).optional(),
  paramOrder: z.array(z.string()).optional(),
})
export type WidgetOptions = z.infer<typeof WidgetOptions>

const base = { id: z.int(), width: z.int(), options: WidgetOptions, updated_at: Timestamp, created_at: Timestamp }

/** A visualization with its query. */
export const WidgetVisualization = Visualization.extend({ query: EmbeddedQuery })
export type WidgetVisualization = z.infer<typeof WidgetVisualization>

/** A widget with a visualization, or a textbox without one. */
export const ShownWidget = z.object({
  ...base,
  dashboard_id: z.int(),
  /** Markdown; '' for a widget with a visualization. */
  text: z.string(),
  visualization_id: z.int().nullable(),
  visualization: WidgetVisualization.optional(),
})
export type ShownWidget = z.infer<typeof ShownWidget>

/** A widget as shown to users who may not see the data source of its query. */
export const RestrictedWidget = z.strictObject({ ...base, dashboard_id: z.int(), restricted: z.literal(true) })
export type RestrictedWidget = z.infer<typeof RestrictedWidget>

export const Widget = z.union([RestrictedWidget, ShownWidget])
export type Widget = z.infer<typeof Widget>

/** A widget on a public page; it has only the ids that are needed to run its query. */
export const PublicWidget = z.strictObject({
  ...base,
  text: z.string(),
  visualization: z
    .strictObject({
      type: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      options: Visualization.shape.options,
      updated_at: Timestamp,
      created_at: Timestamp,
      query: z.strictObject({
        id: z.int(),
        name: z.string(),
        description: z.string().nullable(),
        options: QueryOptions,
      }),
    })
    .optional(),
})
export type PublicWidget = z.infer<typeof PublicWidget>

const text = z.string().max(MAX_TEXTBOX_LENGTH)

export const NewWidget = z.object({
  dashboard_id: SentId,
  /** null for a textbox; some clients send 0. */
  visualization_id: sentNumber(z.int32())
    .nullable()
    .transform((id) => id || null),
  text: text.nullish(),
  options: bounded(WidgetOptions)
    .nullish()
    .transform((options) => options ?? {}),
  width: sentNumber(z.int().min(1).max(100)).default(1),
})
export type NewWidget = z.infer<typeof NewWidget>

/** Unknown keys are dropped, because API clients send whole objects that they fetched before. */
export const WidgetChanges = z.object({
  /** null leaves the text unchanged. */
  text: text.nullable(),
  options: bounded(WidgetOptions),
})
export type WidgetChanges = z.infer<typeof WidgetChanges>

export const widgets = {
  create: endpoint({
    method: 'POST',
    path: '/api/widgets',
    access: 'edit_dashboard',
    summary: 'Puts a visualization or a textbox on a dashboard',
    body: NewWidget,
    reply: Widget,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/widgets/:id',
    access: 'edit_dashboard',
    summary: 'Changes the text and the options of a widget',
    params: byId,
    body: WidgetChanges,
    reply: Widget,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/widgets/:id',
    access: 'edit_dashboard',
    summary: 'Takes a widget off its dashboard',
    params: byId,
    reply: z.null(),
  }),
}
