import { z } from 'zod'
import { byId, endpoint, file, Id } from './endpoint.ts'
import { GroupsBody, GroupsQuery, ResultGroups } from './result-groups.ts'
import { BriefProfiles, ColumnProfile, ProfileBody, ProfileQuery, ProfilesBody, ProfilesQuery } from './result-profiles.ts'
import {
  ColumnsBody,
  ColumnsQuery,
  DistinctQuery,
  DistinctValues,
  DownloadQuery,
  parametersInUrl,
  ResultColumns,
  ResultWindow,
  WindowBody,
  WindowQuery,
} from './results.ts'

const asFile = z.object({ id: Id, type: z.string() })
const part = (name: string) =>
  ({ path: `/api/query_results/:id/${name}`, access: 'viewer', scope: 'read', ours: true, params: byId }) as const
const byBody = 'The same, asked with filters that are too long for a URL'

/** The endpoints that answer whole stored results, and parts of a result by its own id. */
export const storedResults = {
  result: endpoint({
    method: 'GET',
    path: '/api/query_results/:id',
    access: 'viewer',
    summary: 'A stored result as JSON',
    params: byId,
    reply: file,
  }),
  resultFile: endpoint({
    method: 'GET',
    path: '/api/query_results/:id.:type',
    access: 'viewer',
    summary: 'A stored result as json, csv, tsv, xlsx or parquet',
    params: asFile,
    query: DownloadQuery,
    reply: file,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/api/queries/:id/results',
    access: 'viewer',
    summary: 'The latest result of a query as JSON',
    params: byId,
    reply: file,
  }),
  latestFile: endpoint({
    method: 'GET',
    path: '/api/queries/:id/results.:type',
    access: 'viewer',
    summary: 'The latest result of a query as a file',
    params: asFile,
    query: DownloadQuery,
    reply: file,
  }),
  resultFileOfQuery: endpoint({
    method: 'GET',
    path: '/api/queries/:id/results/:result.:type',
    access: 'viewer',
    summary: 'A result of a query as a file',
    params: asFile.extend({ result: Id }),
    query: DownloadQuery.extend(parametersInUrl),
    reply: file,
  }),
  window: endpoint({
    ...part('window'),
    method: 'GET',
    summary: 'A window of rows, sorted, searched and filtered',
    query: WindowQuery,
    reply: ResultWindow,
  }),
  windowByBody: endpoint({ ...part('window'), method: 'POST', summary: byBody, body: WindowBody, reply: ResultWindow }),
  distinct: endpoint({
    ...part('distinct'),
    method: 'GET',
    summary: 'The different values of a column and how often each occurs',
    query: DistinctQuery,
    reply: DistinctValues,
  }),
  profile: endpoint({
    ...part('profile'),
    method: 'GET',
    summary: 'What a column contains: nulls, different and frequent values, smallest, largest and average, a histogram',
    query: ProfileQuery,
    reply: ColumnProfile,
  }),
  profileByBody: endpoint({ ...part('profile'), method: 'POST', summary: byBody, body: ProfileBody, reply: ColumnProfile }),
  profiles: endpoint({
    ...part('profiles'),
    method: 'GET',
    summary: 'What several columns contain, briefly: nulls, different values, the ends, and bars of ranges or frequent values',
    query: ProfilesQuery,
    reply: BriefProfiles,
  }),
  profilesByBody: endpoint({ ...part('profiles'), method: 'POST', summary: byBody, body: ProfilesBody, reply: BriefProfiles }),
  columns: endpoint({
    ...part('columns'),
    method: 'GET',
    summary: 'Some columns of a result, thinned for drawing',
    query: ColumnsQuery,
    reply: ResultColumns,
  }),
  columnsByBody: endpoint({ ...part('columns'), method: 'POST', summary: byBody, body: ColumnsBody, reply: ResultColumns }),
  groups: endpoint({
    ...part('groups'),
    method: 'GET',
    summary: 'The rows of a result put into groups, for drawing',
    query: GroupsQuery,
    reply: ResultGroups,
  }),
  groupsByBody: endpoint({ ...part('groups'), method: 'POST', summary: byBody, body: GroupsBody, reply: ResultGroups }),
}
