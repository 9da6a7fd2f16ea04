import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useSession } from '../../app/session.ts'
import { useCalendarProps } from '../../ui/calendar-props.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import styles from './AuditPage.module.css'
import { actionChoices } from './entry-text.ts'
import { type AuditSearch, withFilters } from './search-params.ts'

interface AuditFiltersProps {
  search: AuditSearch
  onChange(search: AuditSearch, replace?: boolean): void
}

/** The filters of the log: user, action and dates. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { dateFormat } = useSession().client_config
  const day = { size: 'sm', w: 132, valueFormat: dateFormat, clearable: true, ...useCalendarProps() } as const
  return (
    <div className={styles.filters}>
      <SearchBox
        value={search.actor ?? ''}
        placeholder={t`Search people...`}
        onSearch={(actor) => onChange(withFilters(search, { actor }), true)}
      />
      <Select
        size="sm"
        w={260}
        aria-label={t`Action`}
        placeholder={t`All actions`}
        data={actionChoices}
        value={search.action ?? null}
        onChange={(action) => onChange(withFilters(search, { action }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`All actions` }}
      />
      <DateInput
        {...day}
        aria-label={t`From`}
        placeholder={t`From`}
        value={search.from ?? null}
        maxDate={search.to}
        onChange={(from) => onChange(withFilters(search, { from }))}
        clearButtonProps={{ 'aria-label': t`Any start date` }}
      />
      <DateInput
        {...day}
        aria-label={t`To`}
        placeholder={t`To`}
        value={search.to ?? null}
        minDate={search.from}
        onChange={(to) => onChange(withFilters(search, { to }))}
        clearButtonProps={{ 'aria-label': t`Any end date` }}
      />
    </div>
  )
}
