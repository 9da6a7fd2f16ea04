import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { sourceOf } from '@sightline/domain/dashboards/mappings.ts'
import type { DashboardParameter } from '@sightline/domain/dashboards/parameters.ts'
import { titleOf } from '@sightline/domain/parameters/definition.ts'
import { readValue } from '@sightline/domain/parameters/values.ts'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { HelpLink } from '../../../app/help/HelpLink.tsx'
import { useClientConfig } from '../../../app/session.ts'
import { useDropdowns } from '../../../results/dropdowns.ts'
import { emptyText, optionsOf, valueText } from '../../../ui/parameters/options.ts'
import { SourceForm, TitleForm } from './MappingForms.tsx'
import styles from './mapping.module.css'
import { defaultValue, knownTypes, type MappedParameter, sourceNames } from './mapping-list.ts'

interface MappingListProps {
  queryId: number
  list: readonly MappedParameter[]
  /** The parameters that the dashboard has apart from those in the list. */
  dashboardParameters: readonly DashboardParameter[]
  /** The names of the widgets that use each dashboard parameter. */
  users: ReadonlyMap<string, readonly string[]>
  onChange(list: MappedParameter[]): void
  /** Called when a form opens or closes: while one is open, Escape must not close the dialog around it. */
  onFormOpen(isOpen: boolean): void
}

/** Where a widget takes the values of its query's parameters from. */
export function MappingList({ queryId, list, dashboardParameters, users, onChange, onFormOpen }: MappingListProps) {
  const { dateFormat } = useClientConfig()
  const { options } = useDropdowns(
    () => queryId,
    list.map(({ definition }) => definition),
  )
  const change = (name: string, mapping: Partial<MappedParameter['mapping']>) =>
    onChange(list.map((one) => (one.definition.name === name ? { ...one, mapping: { ...one.mapping, ...mapping } } : one)))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Title</Trans>
          </th>
          <th scope="col">
            <Trans>Keyword</Trans>
          </th>
          <th scope="col">
            <Trans>Default Value</Trans>
          </th>
          <th scope="col">
            <Trans>
              Value Source <HelpLink topic="value-source-options" />
            </Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => {
          const { definition, mapping } = one
          const known = knownTypes(dashboardParameters, list, definition.name)
          const source = sourceOf(mapping, known)
          const title = mapping.title || titleOf(definition)
          const value = readValue(definition, defaultValue(one, dashboardParameters))
          return (
            <tr key={definition.name}>
              <td>
                <EditableValue label={t`Edit the title of ${title}`} shown={title} onOpen={onFormOpen}>
                  {(close) => (
                    <TitleForm
                      title={mapping.title}
                      defaultTitle={titleOf(definition)}
                      onCancel={close}
                      onSave={(next) => {
                        change(definition.name, { title: next })
                        close()
                      }}
                    />
                  )}
                </EditableValue>
              </td>
              <td>
                <code>{`{{ ${definition.name} }}`}</code>
              </td>
              <td className={styles.value}>
                {valueText(definition, value, optionsOf(definition, options), dateFormat) || (
                  <span>{emptyText(definition)}</span>
                )}
              </td>
              <td>
                <EditableValue
                  label={t`Edit the value source of ${title}`}
                  shown={<Source name={sourceNames[source]} to={mapping.type === 'dashboard-level' ? mapping.mapTo : null} />}
                  onOpen={onFormOpen}
                >
                  {(close) => (
                    <SourceForm
                      definition={definition}
                      mapping={mapping}
                      known={known}
                      users={users}
                      options={options}
                      onCancel={close}
                      onSave={(next) => {
                        change(definition.name, next)
                        close()
                      }}
                    />
                  )}
                </EditableValue>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Source({ name, to }: { name: string; to: string | null }) {
  return (
    <>
      {name}
      {to !== null && <code>{to}</code>}
    </>
  )
}

interface EditableValueProps {
  /** Label of the button. */
  label: string
  shown: ReactNode
  onOpen(isOpen: boolean): void
  /** The form; it is mounted again each time. */
  children(close: () => void): ReactNode
}

/** A value with a button that opens its form. Closing the form in any other way than by its buttons changes nothing. */
function EditableValue({ label, shown, onOpen, children }: EditableValueProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useEffect(() => {
    onOpen(isOpen)
    if (!isOpen) return
    // Dropdowns and calendars of the form are portals outside of it: a click there must not close it.
    const leave = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[class*="-dropdown"]') === null) setIsOpen(false)
    }
    document.addEventListener('mousedown', leave)
    return () => document.removeEventListener('mousedown', leave)
  }, [isOpen, onOpen])
  return (
    <span className={styles.edited}>
      <span className={styles.shown}>{shown}</span>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        closeOnClickOutside={false}
        position="bottom"
        width={320}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Tooltip label={t`Edit`} disabled={isOpen}>
          <Popover.Target>
            <ActionIcon size="sm" aria-label={label} onClick={() => setIsOpen(true)}>
              <IconPencil size={14} stroke={1.75} />
            </ActionIcon>
          </Popover.Target>
        </Tooltip>
        <Popover.Dropdown>{children(close)}</Popover.Dropdown>
      </Popover>
    </span>
  )
}
