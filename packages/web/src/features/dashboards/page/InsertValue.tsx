import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Select } from '@mantine/core'
import { isInTags, type Take, type TextTag, textSources, writtenTag } from '@sightline/domain/dashboards/text-tags.ts'
import { takesOf } from '@sightline/domain/dashboards/text-values.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { dateKindOf } from '@sightline/domain/parameters/dates.ts'
import { titleOf } from '@sightline/domain/parameters/definition.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../../app/use-formats.ts'
import type { Formats } from '../../../visualizations/visualization.ts'
import { useDashboardContext } from '../values/dashboard-state.ts'
import { runResultQuery } from './runs.ts'

interface InsertValueProps {
  /** Called with a tag such as `{{ Sales by City.total }}`. */
  onInsert(tag: string): void
}

const ROWS = 'rows'
const UPDATED = 'updated'
const COLUMN = 'column '
const PARAMETER = 'parameter '
const WIDGET = 'widget '

const takeLabels: Record<Take, string> = {
  first: t`First row`,
  last: t`Last row`,
  sum: t`Sum of all rows`,
  average: t`Average of all rows`,
  min: t`Lowest value`,
  max: t`Highest value`,
}

/** Chooses a value of a result or a parameter on the dashboard, and writes its tag. */
export function InsertValue({ onInsert }: InsertValueProps) {
  const { widgets, parameters } = useDashboardContext()
  const formats = useFormats()
  const sources = textSources(widgets)
  // One entry for each widget: a query that several widgets show has one for each of them, as their parameters may differ.
  const listed = sources.filter(({ widgetId }, at) => sources.findIndex((one) => one.widgetId === widgetId) === at)
  const definitions = parameters.definitionsIn('dashboard').filter(({ name }) => isInTags(name))
  const [from, setFrom] = useState<string | null>(null)
  const [part, setPart] = useState<string | null>(null)
  const [take, setTake] = useState<Take>('first')
  const [format, setFormat] = useState<string | null>(null)

  const widget = widgets.find(({ id }) => from === `${WIDGET}${id}`)
  const run = { queryId: widget?.visualization?.query.id ?? 0, definitions: widget ? parameters.definitionsOf(widget) : [] }
  const { data, error } = useQuery({ ...runResultQuery(run, parameters.appliedAt), enabled: widget !== undefined })
  const columns = widget === undefined ? [] : (data?.result.columns ?? []).filter(({ name }) => isInTags(name))
  const column = columns.find(({ name }) => part === COLUMN + name)
  const definition = definitions.find(({ name }) => from === PARAMETER + name)

  const tag = ((): TextTag | null => {
    if (definition !== undefined) return { kind: 'parameter', name: definition.name, end: null, format }
    if (widget === undefined) return null
    if (part === ROWS || part === UPDATED) return { kind: part, widgetId: widget.id, format }
    return column === undefined ? null : { kind: 'cell', widgetId: widget.id, column: column.name, take, format }
  })()
  const isTime =
    part === UPDATED ||
    column?.type === 'date' ||
    column?.type === 'datetime' ||
    (definition !== undefined && dateKindOf(definition) !== null)
  const isNumber = part === ROWS || column?.type === 'integer' || column?.type === 'float' || definition?.type === 'number'

  const chooseFrom = (next: string | null) => {
    setFrom(next)
    choosePart(null)
  }
  const choosePart = (next: string | null) => {
    setPart(next)
    setTake('first')
    setFormat(null)
  }
  return (
    <Fieldset legend={t`Insert Value`} mt={12}>
      <Group gap={12} align="flex-end">
        <Select
          label={t({ message: 'From', context: 'the query or parameter of a value' })}
          placeholder={t`Choose a query or parameter`}
          searchable
          flex="1 1 200px"
          value={from}
          nothingFoundMessage={t`Nothing on this dashboard has this name.`}
          comboboxProps={{ withinPortal: false }}
          data={[
            { group: t`Queries`, items: listed.map(({ widgetId, name }) => ({ value: `${WIDGET}${widgetId}`, label: name })) },
            {
              group: t`Parameters`,
              items: definitions.map((one) => ({ value: PARAMETER + one.name, label: titleOf(one) })),
            },
          ]}
          onChange={chooseFrom}
        />
        {widget !== undefined && (
          <Select
            label={t`Value`}
            placeholder={data === undefined && error === null ? t`Loading…` : t`Choose a column`}
            error={error === null ? null : t`The query failed.`}
            searchable
            flex="1 1 160px"
            value={part}
            comboboxProps={{ withinPortal: false }}
            data={[
              { group: t`Columns`, items: columns.map(({ name }) => ({ value: COLUMN + name, label: name })) },
              {
                group: t`Result`,
                items: [
                  { value: ROWS, label: t`Number of rows` },
                  { value: UPDATED, label: t`Time of the result` },
                ],
              },
            ]}
            onChange={choosePart}
          />
        )}
        {column !== undefined && (
          <Select
            label={t`Rows`}
            flex="1 1 140px"
            value={take}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={takesOf(column).map((value) => ({ value, label: takeLabels[value] }))}
            onChange={(value) => setTake(takesOf(column).find((one) => one === value) ?? 'first')}
          />
        )}
        {(isTime || isNumber) && (
          <Select
            label={t`Format`}
            flex="1 1 140px"
            value={format ?? ''}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={[{ value: '', label: t`As in tables` }, ...(isTime ? timeFormats(formats) : numberFormats(formats))]}
            onChange={(value) => setFormat(value || null)}
          />
        )}
        <Button disabled={tag === null} onClick={() => tag !== null && onInsert(writtenTag(tag, sources))}>
          <Trans>Insert</Trans>
        </Button>
      </Group>
    </Fieldset>
  )
}

const EXAMPLE = 1234.5
const numberFormats = ({ numberMarks }: Formats) =>
  ['0,0', '0,0.00', '0.0[K]', '0.0%'].map((value) => ({
    value,
    label: formatNumber(value.endsWith('%') ? 0.123 : EXAMPLE, value, numberMarks) ?? value,
  }))

const timeFormats = ({ timeZone }: Formats) =>
  ['YYYY-MM-DD', 'D MMMM YYYY', 'MMMM YYYY', 'HH:mm'].map((value) => ({
    value,
    label: formatDate(new Date().toISOString(), value, timeZone) ?? value,
  }))
