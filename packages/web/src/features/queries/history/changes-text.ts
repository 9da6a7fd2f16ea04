import type { QueryVersion } from '@sightline/contract/query-history.ts'

const words: Record<QueryVersion['changes'][number], string> = {
  name: 'name',
  description: 'description',
  query: 'text',
  options: 'parameters',
  data_source_id: 'data source',
  schedule: 'schedule',
  tags: 'tags',
}

/** What a version changed, in words; none is the first version that is known. */
export function changesText(changes: QueryVersion['changes']): string {
  if (changes.length === 0) return 'first known version'
  return changes.map((field) => words[field]).join(', ')
}
