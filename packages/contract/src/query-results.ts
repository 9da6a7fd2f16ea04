import { z } from 'zod'
import { endpoint, Id } from './endpoint.ts'
import { GroupsBody, GroupsQuery, ResultGroups } from './result-groups.ts'
import { BriefProfiles, ColumnProfile, ProfileBody, ProfileQuery, ProfilesBody, ProfilesQuery } from './result-profiles.ts'
import {
  ColumnsBody,
  ColumnsQuery,
  DistinctQuery,
  DistinctValues,
  Flag,
  parametersInBody,
  parametersInUrl,
  ResultColumns,
  ResultWindow,
  WindowBody,
  WindowQuery,
} from './results.ts'

const params = z.object({ id: Id, result: Id })
const part = (name: string) =>
  ({ path: `/api/queries/:id/results/:result/${name}`, access: 'viewer', scope: 'read', ours: true, params }) as const
const byBody = 'The same, asked with filters or parameters that are too long for a URL'

/**
 * The endpoints of `results.ts` for the result of a query, also for callers with the query's key or the token of a dashboard.
 * `behind_mark` asks for rows as those behind a mark, which visitors of a public dashboard see only if its owner says so.
 */
export const queryResults = {
  window: endpoint({
    ...part('window'),
    method: 'GET',
    summary: 'A window of rows of a result of a query, also for key-based callers',
    query: WindowQuery.extend({ ...parametersInUrl, behind_mark: Flag.optional() }),
    reply: ResultWindow,
  }),
  windowByBody: endpoint({
    ...part('window'),
    method: 'POST',
    summary: byBody,
    body: WindowBody.extend({ ...parametersInBody, behind_mark: z.boolean().optional() }),
    reply: ResultWindow,
  }),
  distinct: endpoint({
    ...part('distinct'),
    method: 'GET',
    summary: 'The different values of a column of a result of a query, also for key-based callers',
    query: DistinctQuery.extend(parametersInUrl),
    reply: DistinctValues,
  }),
  distinctByBody: endpoint({
    ...part('distinct'),
    method: 'POST',
    summary: byBody,
    body: DistinctQuery.extend(parametersInBody),
    reply: DistinctValues,
  }),
  profile: endpoint({
    ...part('profile'),
    method: 'GET',
    summary: 'What a column of a result of a query contains, also for key-based callers',
    query: ProfileQuery.extend(parametersInUrl),
    reply: ColumnProfile,
  }),
  profileByBody: endpoint({
    ...part('profile'),
    method: 'POST',
    summary: byBody,
    body: ProfileBody.extend(parametersInBody),
    reply: ColumnProfile,
  }),
  profiles: endpoint({
    ...part('profiles'),
    method: 'GET',
    summary: 'What several columns of a result of a query contain, briefly, also for key-based callers',
    query: ProfilesQuery.extend(parametersInUrl),
    reply: BriefProfiles,
  }),
  profilesByBody: endpoint({
    ...part('profiles'),
    method: 'POST',
    summary: byBody,
    body: ProfilesBody.extend(parametersInBody),
    reply: BriefProfiles,
  }),
  columns: endpoint({
    ...part('columns'),
    method: 'GET',
    summary: 'Some columns of a result of a query, thinned for drawing, also for key-based callers',
    query: ColumnsQuery.extend(parametersInUrl),
    reply: ResultColumns,
  }),
  columnsByBody: endpoint({
    ...part('columns'),
    method: 'POST',
    summary: byBody,
    body: ColumnsBody.extend(parametersInBody),
    reply: ResultColumns,
  }),
  groups: endpoint({
    ...part('groups'),
    method: 'GET',
    summary: 'The rows of a result of a query put into groups, for drawing, also for key-based callers',
    query: GroupsQuery.extend(parametersInUrl),
    reply: ResultGroups,
  }),
  groupsByBody: endpoint({
    ...part('groups'),
    method: 'POST',
    summary: byBody,
    body: GroupsBody.extend(parametersInBody),
    reply: ResultGroups,
  }),
}
