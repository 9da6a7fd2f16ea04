import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import {
  DEFAULT_GROUP_LIMIT,
  groupLimits,
  groupTerms,
  isGrouped,
  isSameTerm,
  MAX_SORT_KEYS,
  type SortKey,
  type SortTerm,
  withSort,
} from '@sightline/domain/explore/exploration.ts'
import { measureName } from '@sightline/domain/explore/measure-name.ts'
import { answerSort, columnName, isPivoted, rowTerms } from '@sightline/domain/explore/pivot.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { Entry, PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section-props.ts'

/** More columns are found by typing. */
const MAX_OPTIONS = 200

/** The order of the groups or rows, by any number of keys, and how many groups are shown. */
export function SortSection({ exploration, columns, onChange }: SectionProps) {
  const { groups, limit } = exploration
  const timeZone = useTimeZone()
  const isPivot = isPivoted(exploration)
  const all: SortTerm[] = isPivot
    ? rowTerms(exploration)
    : isGrouped(exploration)
      ? groupTerms(exploration)
      : columns.map(({ name }) => ({ kind: null, column: name }))
  const keys = answerSort(exploration)
  // The columns of a pivot table are known to its heads only, which choose them.
  const offered = [...all, ...keys]
  const terms = offered.filter((term, at) => offered.findIndex((other) => isSameTerm(term, other)) === at)
  const nameOf = (term: SortTerm) => (term.value === undefined ? termName(term) : columnName(term, exploration, timeZone))
  const unused = terms.filter((term) => !keys.some((key) => isSameTerm(key, term)))
  if (terms.length === 0 || (groups.length === 0 && isGrouped(exploration))) return null
  const sortBy = (next: readonly SortKey[]) => onChange(withSort(exploration, next))
  return (
    <PanelSection title={t`Sort`} entries={keys.length}>
      {keys.map((key, at) => {
        const { kind, column, value, descending } = key
        return (
          <Entry
            key={JSON.stringify([kind, column, value])}
            removeLabel={t`Do not sort by ${nameOf(key)}`}
            onRemove={exploration.sort.length > 0 ? () => sortBy(keys.toSpliced(at, 1)) : null}
          >
            <TermSelect
              label={at === 0 ? t`Sort by` : t`Sort key ${at + 1}`}
              terms={terms.filter((term) => isSameTerm(term, key) || unused.includes(term))}
              value={key}
              nameOf={nameOf}
              onChange={(term) => sortBy(keys.with(at, startingWith(term)))}
            />
            <Select
              size="xs"
              aria-label={at === 0 ? t`Direction` : t`Direction of sort key ${at + 1}`}
              data={[
                { value: 'up', label: t`Ascending` },
                { value: 'down', label: t`Descending` },
              ]}
              value={descending ? 'down' : 'up'}
              allowDeselect={false}
              onChange={(chosen) => sortBy(keys.with(at, { ...key, descending: chosen === 'down' }))}
            />
          </Entry>
        )
      })}
      {keys.length < MAX_SORT_KEYS && unused.length > 0 && (
        <TermSelect
          key={keys.length}
          label={t`Add sort key`}
          placeholder={keys.length === 0 ? t`Sort by...` : t`Then by...`}
          terms={unused}
          value={null}
          nameOf={nameOf}
          onChange={(term) => sortBy([...keys, startingWith(term)])}
        />
      )}
      {groups.length > 0 && (
        <Select
          size="xs"
          aria-label={t`Limit`}
          data={isPivot ? lineLimits() : groupLimits.map(firstGroups)}
          value={String(isPivot ? Math.min(limit, DEFAULT_GROUP_LIMIT) : limit)}
          allowDeselect={false}
          onChange={(chosen) => onChange({ ...exploration, limit: groupLimits.find((one) => String(one) === chosen) ?? limit })}
        />
      )}
    </PanelSection>
  )
}

const firstGroups = (value: number) => ({ value: String(value), label: t`First ${localNumber(value)} groups` })

/** A pivot table shows all lines of its cells unless few are chosen. */
const lineLimits = () => [
  ...groupLimits
    .filter((value) => value < DEFAULT_GROUP_LIMIT)
    .map((value) => ({ value: String(value), label: t`First ${localNumber(value)} lines` })),
  { value: String(DEFAULT_GROUP_LIMIT), label: t`All lines` },
]

/** The largest measure is what people look for. */
const startingWith = (term: SortTerm): SortKey => ({ ...term, descending: term.kind !== null })

const termName = ({ kind, column }: SortTerm) => (kind === null ? (column ?? '') : measureName({ kind, column }))

interface TermSelectProps {
  label: string
  placeholder?: string
  terms: readonly SortTerm[]
  /** null for a field that adds the chosen one. */
  value: SortTerm | null
  nameOf(term: SortTerm): string
  onChange(term: SortTerm): void
}

function TermSelect({ label, placeholder, terms, value, nameOf, onChange }: TermSelectProps) {
  const chosen = terms.findIndex((term) => value !== null && isSameTerm(term, value))
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      data={terms.map((term, at) => ({ value: String(at), label: nameOf(term) }))}
      value={chosen === -1 ? null : String(chosen)}
      searchable
      openOnFocus={false}
      limit={MAX_OPTIONS}
      allowDeselect={false}
      nothingFoundMessage={t`No matching column`}
      onChange={(place) => {
        const term = place === null ? undefined : terms[Number(place)]
        if (term) onChange(term)
      }}
    />
  )
}
