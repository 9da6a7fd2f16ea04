import { api } from '@sightline/contract/api.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { UsageEvent } from '@sightline/contract/events.ts'
import type { Context, Viewer } from '../../platform/context.ts'
import type { AnsweredCall } from '../../platform/http/app.ts'
import { recordEvent } from './service.ts'

interface Call<E extends Endpoint> {
  viewer: Viewer
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  reply: ReplyOf<E>
}
type Tell = (
  call: Call<Endpoint>,
) => Pick<UsageEvent, 'object_id'> & { action: string; object_type: string; [more: string]: unknown }

interface Rule {
  endpoint: Endpoint
  toEvent: Tell
  /** The web app reports page views itself, so only its calls that change something are recorded here. */
  isRead: boolean
}

function on<E extends Endpoint>(
  endpoint: E,
  action: string,
  object_type: string | ((call: Call<E>) => string),
  idOf: (call: Call<E>) => number | string | null = () => null,
  more: (call: Call<E>) => Record<string, unknown> = () => ({}),
): Rule {
  const isLook = endpoint.method === 'GET'
  // The call has been matched to this endpoint.
  const typed = (call: Call<Endpoint>) => call as Call<E>
  return {
    endpoint,
    isRead: isLook,
    toEvent: (call) => ({
      ...more(typed(call)),
      action,
      object_type: typeof object_type === 'string' ? object_type : object_type(typed(call)),
      object_id: idOf(typed(call)),
    }),
  }
}

const byId = ({ params }: { params: { id: number } }) => params.id
const ofList = ({ params }: { params: { type: string } }) => params.type
const replyId = ({ reply }: { reply: { id: number } }) => reply.id

/**
 * The events to record, by endpoint. Actions and types are those of Redash, including misspelt ones, since reports filter on
 * them.
 */
const rules: Rule[] = [
  on(api.queries.create, 'create', 'query', replyId),
  on(api.queries.get, 'view', 'query', byId),
  on(api.queries.list, 'list', 'query'),
  on(api.queries.search, 'search', 'query'),
  on(api.queries.favorites, 'load_favorites', 'query'),
  on(api.queries.fork, 'fork', 'query', byId),
  on(api.queries.favorite, 'favorite', 'query', byId),
  on(api.queries.regenerateApiKey, 'regnerate_api_key', 'query', byId),
  on(api.queries.remove, 'archive', 'query', byId),
  on(api.storedResults.latest, 'api_get', 'query', byId),
  on(api.storedResults.latestFile, 'api_get', 'query', byId, ({ params }) => ({ file_type: params.type })),
  on(api.storedResults.resultFileOfQuery, 'api_get', 'query', byId, ({ params }) => ({ file_type: params.type })),
  on(api.acl.grant, 'grant_permission', ofList, byId, ({ body }) => ({ ...body })),
  on(api.acl.revoke, 'revoke_permission', ofList, byId, ({ body }) => ({ ...body })),
  on(api.dataSources.get, 'view', 'datasource', byId),
  on(api.dataSources.list, 'list', 'datasource'),
  on(api.dataSources.create, 'create', 'datasource', replyId),
  on(api.dataSources.update, 'edit', 'datasource', byId),
  on(api.dataSources.remove, 'delete', 'datasource', byId),
  on(api.dataSources.pause, 'pause', 'datasource', byId),
  on(api.dataSources.resume, 'resume', 'datasource', byId),
  on(api.dataSources.test, 'test', 'datasource', byId, ({ reply }) => ({ result: reply.ok })),
  on(api.dashboards.create, 'create', 'dashboard', replyId),
  on(api.dashboards.get, 'view', 'dashboard', replyId),
  // The token in the URL grants access to the dashboard, so it is not recorded.
  on(api.dashboards.public, 'view', 'dashboard', ({ viewer }) => (viewer.kind === 'token' ? viewer.dashboardId : null)),
  on(api.dashboards.list, 'list', 'dashboard'),
  on(api.dashboards.favorites, 'load_favorites', 'dashboard'),
  on(api.dashboards.update, 'edit', 'dashboard', replyId),
  on(api.dashboards.remove, 'archive', 'dashboard', replyId),
  on(api.dashboards.fork, 'fork', 'dashboard', replyId),
  on(api.dashboards.favorite, 'favorite', 'dashboard', ({ params }) => params.slug),
  on(api.dashboards.unfavorite, 'unfavorite', 'dashboard', ({ params }) => params.slug),
  on(api.dashboards.share, 'activate_api_key', 'dashboard', ({ params }) => params.slug),
  on(api.dashboards.unshare, 'deactivate_api_key', 'dashboard', ({ params }) => params.slug),
  on(api.widgets.remove, 'delete', 'widget', byId),
  on(api.comments.create, 'comment', 'widget', byId),
  on(api.comments.reply, 'comment', 'widget', ({ reply }) => reply.widget_id),
  on(api.comments.resolve, 'edit', 'comment_thread', byId),
  on(api.comments.update, 'edit', 'comment', byId),
  on(api.comments.remove, 'delete', 'comment', byId),
  on(api.visualizations.remove, 'delete', 'Visualization', byId),
  on(api.alerts.get, 'view', 'alert', byId),
  on(api.alerts.list, 'list', 'alert'),
  on(api.alerts.create, 'create', 'alert', replyId),
  on(api.alerts.update, 'edit', 'alert', byId),
  on(api.alerts.mute, 'mute', 'alert', byId),
  on(api.alerts.unmute, 'unmute', 'alert', byId),
  on(api.alerts.evaluate, 'evaluate', 'alert', byId),
  on(api.alerts.subscribe, 'subscribe', 'alert', byId),
  on(api.alerts.unsubscribe, 'unsubscribe', 'alert', byId),
  on(api.users.get, 'view', 'user', byId),
  on(api.users.list, 'list', 'user'),
  on(api.users.create, 'create', 'user', replyId),
  on(api.users.update, 'edit', 'user', byId),
  on(api.users.regenerateKey, 'regnerate_api_key', 'user', byId),
  on(api.groups.list, 'list', 'group'),
  on(api.groups.get, 'view', 'group', byId),
  on(api.groups.create, 'create', 'group', replyId),
  on(api.groups.update, 'edit', 'group', byId),
  on(api.groups.addMember, 'add_member', 'group', byId, ({ body }) => ({ member_id: body.user_id })),
  on(api.groups.removeMember, 'remove_member', 'group', byId, ({ params }) => ({ member_id: params.user_id })),
  on(api.groups.addDataSource, 'add_data_source', 'group', byId),
  on(api.groups.removeDataSource, 'remove_data_source', 'group', byId),
  on(api.groups.changeDataSource, 'change_data_source_permission', 'group', byId),
  on(api.destinations.get, 'view', 'destination', byId),
  on(api.destinations.list, 'list', 'destination'),
  on(api.destinations.remove, 'delete', 'destination', byId),
  on(api.snippets.get, 'view', 'query_snippet', byId),
  on(api.snippets.list, 'list', 'query_snippet'),
  on(api.snippets.create, 'create', 'query_snippet', replyId),
  on(api.snippets.update, 'edit', 'query_snippet', byId),
  on(api.snippets.remove, 'delete', 'query_snippet', byId),
  on(api.settings.save, 'edit', 'settings'),
  on(api.status.outdated, 'list', 'outdated_queries'),
  on(api.status.queues, 'list', 'rq_status'),
]
const ruleOf = new Map(rules.map((rule) => [rule.endpoint, rule]))

/** Records an answered call if it is one of the above. */
export function recordCall(ctx: Context, { endpoint, input, reply, isByPage }: AnsweredCall): void {
  const rule = ruleOf.get(endpoint)
  if (!rule || (rule.isRead && isByPage)) return
  recordEvent(ctx, rule.toEvent({ ...input, reply, viewer: ctx.viewer }))
}
