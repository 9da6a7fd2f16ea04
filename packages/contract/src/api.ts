import { acl } from './acl.ts'
import { dashboards } from './dashboards.ts'
import { dataSources } from './data-sources.ts'
import { events } from './events.ts'
import { executions } from './executions.ts'
import { queries } from './queries.ts'
import { session } from './session.ts'
import { setup } from './setup.ts'
import { status } from './status.ts'
import { visualizations } from './visualizations.ts'
import { widgets } from './widgets.ts'

/** Every endpoint, by feature: one line per feature. */
export const api = {
  acl,
  dashboards,
  dataSources,
  events,
  executions,
  queries,
  session,
  setup,
  status,
  visualizations,
  widgets,
}
