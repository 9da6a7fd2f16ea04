import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, Select, Stack, Text } from '@mantine/core'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { type ClickAction, isSetByClicks, withClickAction } from '@sightline/domain/dashboards/click-action.ts'
import { linkNames, linkProblem } from '@sightline/domain/dashboards/click-link.ts'
import type { DashboardParameter } from '@sightline/domain/dashboards/parameters.ts'
import { titleOf } from '@sightline/domain/parameters/definition.ts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { clickActionOf } from '../values/mark-clicks.ts'
import type { ClickTarget } from '../widget/WidgetMenu.tsx'
import styles from './dialogs.module.css'
import { LinkField } from './LinkField.tsx'

interface ClickActionDialogProps {
  widget: ShownWidget
  target: ClickTarget
  /** The parameters of the dashboard. */
  parameters: readonly DashboardParameter[]
  /** @returns whether it was saved */
  onSave(options: ShownWidget['options']): Promise<boolean>
  onClose(): void
}

/** Chooses what a click on a mark of a widget does. */
export function ClickActionDialog({ widget, target, parameters, onSave, onClose }: ClickActionDialogProps) {
  const { marks, columns } = target
  const before = clickActionOf(widget.options, marks)
  const definitions = parameters.map(({ definition }) => definition)
  const settable = definitions.filter(isSetByClicks)
  const sources = { marks, columns, parameters: definitions }
  const [action, setAction] = useState(before)
  const [isSaving, setIsSaving] = useState(false)
  const first = settable[0]
  const showsRows = visualizationOf(widget.visualization?.type ?? '')?.showsRowsOfMarks === true
  // The parameter may have been removed since it was chosen.
  const isComplete =
    action.type === 'link'
      ? linkProblem(action.link, linkNames(sources)) === null
      : action.type !== 'parameter' || settable.some(({ name }) => name === action.name)

  const choose = (type: string) => {
    if (type === 'parameter') setAction({ type, name: first?.name ?? '', from: 'x' })
    else if (type === 'link') setAction({ type, link: '' })
    else setAction({ type: type === 'filter' ? 'filter' : 'none' })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const isSaved = await onSave(withClickAction(widget.options, action))
    setIsSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog opened isDirty={!isSame(action, before)} onClose={onClose} title={t`On Click`} size={480}>
      <form onSubmit={(event) => void save(event)}>
        <Radio.Group label={t`A click on a mark`} value={action.type} onChange={choose}>
          <Stack gap={12} mt={8}>
            <Radio
              value="filter"
              label={t`Filters the other widgets`}
              description={t`Widgets whose result has the column “${marks.x}” show only the rows of the clicked mark.`}
            />
            <Radio
              value="parameter"
              label={t`Sets a dashboard parameter`}
              description={
                first === undefined
                  ? t`This dashboard has no parameter that holds a single value.`
                  : t`The widgets that use the parameter run again with the value of the clicked mark.`
              }
              disabled={first === undefined}
            />
            {action.type === 'parameter' && (
              <div className={styles.choice}>
                <Select
                  label={t`Parameter`}
                  value={action.name}
                  data={[
                    ...(isComplete ? [] : [{ value: action.name, label: t`${action.name} (no longer on the dashboard)` }]),
                    ...settable.map((definition) => ({ value: definition.name, label: titleOf(definition) })),
                  ]}
                  allowDeselect={false}
                  comboboxProps={{ withinPortal: false }}
                  onChange={(name) => setAction({ ...action, name: name ?? action.name })}
                />
                {marks.series !== null && (
                  <Select
                    label={t`Value`}
                    value={action.from}
                    data={[
                      { value: 'x', label: t`X axis: ${marks.x}` },
                      { value: 'series', label: t`Series: ${marks.series}` },
                    ]}
                    allowDeselect={false}
                    comboboxProps={{ withinPortal: false }}
                    onChange={(from) => setAction({ ...action, from: from === 'series' ? 'series' : 'x' })}
                  />
                )}
              </div>
            )}
            <Radio
              value="link"
              label={t`Opens a link`}
              description={t`A dashboard, a query or another page opens with the values of the clicked mark.`}
            />
            {action.type === 'link' && (
              <div className={styles.choice}>
                <LinkField link={action.link} sources={sources} onChange={(link) => setAction({ type: 'link', link })} />
              </div>
            )}
            <Radio value="none" label={showsRows ? t`Shows the rows behind it` : t`Does nothing`} />
          </Stack>
        </Radio.Group>
        {marks.areCategories && (
          <Text size="xs" c="dimmed" mt={16}>
            <Trans>Category charts filter the other widgets by default.</Trans>
          </Text>
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isComplete}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const isSame = (one: ClickAction, other: ClickAction) => JSON.stringify(one) === JSON.stringify(other)
