import { type Alert, alerts } from '@sightline/contract/alerts.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { AdminCall } from './page.ts'

/** The text of a query for alerts, whose first row exceeds the value of `condition`. */
export const DELAYS = "SELECT * FROM (VALUES ('Frontier', 25.05), ('JetBlue & Co', 22.31)) t(carrier, avg_delay)"
export const condition = { column: 'avg_delay', op: 'greater than', value: 20 } as const

/** Creates an alert on a query with the text `DELAYS`. */
export const makeAlert = (call: AdminCall, { id }: Query, fields: object = {}): Promise<Alert> =>
  call(alerts.create, { body: { name: 'Delays', query_id: id, options: condition, ...fields } })
