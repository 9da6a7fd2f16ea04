import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type LinkSources, linkNames, linkProblem, linkTag, linkTo, MAX_LINK } from '@sightline/domain/dashboards/click-link.ts'
import { parametersOfWidgets } from '@sightline/domain/dashboards/parameters.ts'
import { dashboardPath } from '@sightline/domain/dashboards/slug.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { queryQuery, querySearchQuery } from '../../queries/api.ts'
import { dashboardQuery, dashboardSearchQuery } from '../api.ts'

interface LinkFieldProps {
  link: string
  sources: LinkSources
  onChange(link: string): void
}

/** The link that a click opens: to a dashboard or query with the values of the mark, or to any address. */
export function LinkField({ link, sources, onChange }: LinkFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const names = linkNames(sources)
  const problem = linkProblem(link, names)
  const insert = (name: string) => {
    const field = input.current
    const [start, end] = [field?.selectionStart ?? link.length, field?.selectionEnd ?? link.length]
    onChange(link.slice(0, start) + linkTag(name) + link.slice(end))
  }
  return (
    <Stack gap={12} flex={1}>
      <PageSelect onChoose={(path, definitions) => onChange(linkTo(path, definitions, sources))} />
      <TextInput
        ref={input}
        label={t`Link`}
        description={t`Tags such as ${'{{ x }}'} are replaced by the values of the clicked mark.`}
        placeholder="/queries/5?p_country={{ x }}"
        value={link}
        maxLength={MAX_LINK}
        error={link === '' ? null : problem}
        rightSection={
          <Menu position="bottom-end" withinPortal={false}>
            <Menu.Target>
              <Button variant="subtle" size="compact-xs">
                <Trans>Insert</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
              {names.map(({ name, label }) => (
                <Menu.Item key={name} onClick={() => insert(name)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        }
        rightSectionWidth={64}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  )
}

interface PageSelectProps {
  onChoose(path: string, definitions: readonly Definition[]): void
}

/** Finds a dashboard or query by its name, and loads its parameters when it is chosen. */
function PageSelect({ onChoose }: PageSelectProps) {
  const cache = useQueryClient()
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS)
  const { data: dashboards } = useQuery(dashboardSearchQuery(term))
  const { data: queries } = useQuery(querySearchQuery(term))
  const choose = async (value: string) => {
    const [kind, key = ''] = value.split(' ')
    if (kind === 'query') {
      const { options } = await cache.fetchQuery(queryQuery(Number(key)))
      return onChoose(`/queries/${key}`, options.parameters ?? [])
    }
    const { widgets } = await cache.fetchQuery(dashboardQuery(key))
    const shown = widgets.filter((widget) => !('restricted' in widget))
    const parameters = parametersOfWidgets(shown).filter(({ shownIn }) => shownIn === 'dashboard')
    onChoose(
      `/${dashboardPath(key)}`,
      parameters.map(({ definition }) => definition),
    )
  }
  return (
    <Select
      label={t`To a dashboard or query`}
      placeholder={t`Find by name…`}
      description={t`Its parameters take the values of the same name. You can edit the link below.`}
      searchable
      clearable={false}
      value={null}
      searchValue={search}
      nothingFoundMessage={t`No dashboard or query has this name.`}
      comboboxProps={{ withinPortal: false }}
      // The server has filtered them already.
      filter={({ options }) => options}
      data={[
        {
          group: t`Dashboards`,
          items: (dashboards?.results ?? []).map(({ slug, name }) => ({ value: `dashboard ${slug}`, label: name })),
        },
        { group: t`Queries`, items: (queries?.results ?? []).map(({ id, name }) => ({ value: `query ${id}`, label: name })) },
      ]}
      onSearchChange={setSearch}
      onChange={(value) => {
        if (value === null) return
        setSearch('')
        choose(value).catch((error: unknown) => notify.failure(error, t`The parameters could not be loaded.`))
      }}
    />
  )
}
