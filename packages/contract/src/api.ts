import { acl } from './acl.ts'
import { alerts } from './alerts.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { cleanUp } from './clean-up.ts'
import { comments } from './comments.ts'
import { dashboards } from './dashboards.ts'
import { dataSources } from './data-sources.ts'
import { destinations } from './destinations.ts'
import { events } from './events.ts'
import { executions } from './executions.ts'
import { exports } from './exports.ts'
import { groups } from './groups.ts'
import { home } from './home.ts'
import { queries } from './queries.ts'
import { queryHealth } from './query-health.ts'
import { queryHistory } from './query-history.ts'
import { queryResults } from './query-results.ts'
import { scim } from './scim.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { snippets } from './snippets.ts'
import { status } from './status.ts'
import { storedResults } from './stored-results.ts'
import { subscriptions } from './subscriptions.ts'
import { transfer } from './transfer.ts'
import { users } from './users.ts'
import { visualizations } from './visualizations.ts'
import { widgets } from './widgets.ts'

/** All endpoints by feature, one line per feature. */
export const api = {
  acl,
  alerts,
  apiKeys,
  audit,
  cleanUp,
  comments,
  dashboards,
  dataSources,
  destinations,
  events,
  executions,
  exports,
  groups,
  home,
  queries,
  queryHealth,
  queryHistory,
  queryResults,
  scim,
  search,
  secondFactor,
  session,
  settings,
  setup,
  snippets,
  status,
  storedResults,
  subscriptions,
  transfer,
  users,
  visualizations,
  widgets,
}
