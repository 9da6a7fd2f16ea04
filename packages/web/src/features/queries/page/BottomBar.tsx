import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ResultInfo, ValueForm } from '@sightline/contract/results.ts'
import { bytesText, durationText } from '@sightline/domain/format/units.ts'
import {
  IconAdjustments,
  IconChevronDown,
  IconCode,
  IconDownload,
  IconLayoutDashboard,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { exploreLink } from '../../../app/query-link.ts'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { keepsToastsAbove } from '../../../ui/toasts-above.ts'
import { checkDownload, downloads, downloadUrl } from '../../executions/api.ts'
import { AutoLimitNote } from './AutoLimit.tsx'
import styles from './BottomBar.module.css'

const aboveBar = keepsToastsAbove('phone')

interface BottomBarProps {
  /** null for an unsaved query, whose results are downloaded from another URL. */
  queryId: number | null
  /** null while there is no result. */
  result: ResultInfo | null
  /** Runs the query without its automatic limit; null if it cannot be run now. */
  onRunWithoutLimit: (() => void) | null
  /** null if the selected visualization cannot be edited. */
  onEdit: (() => void) | null
  /** null if the selected visualization cannot be added to a dashboard. */
  onAddToDashboard: (() => void) | null
  /** null if the selected visualization cannot be embedded. */
  onEmbed: (() => void) | null
  /** Shown at the right end. */
  children?: ReactNode
}

/** Actions on the result, and facts about it. */
export function BottomBar(props: BottomBarProps) {
  const { queryId, result, onRunWithoutLimit, onEdit, onAddToDashboard, onEmbed, children } = props
  const navigate = useNavigate()
  const explore = queryId === null || result === null ? null : exploreLink(queryId, result.id, [])
  const timeZone = useTimeZone()
  const scanned = result?.metadata.data_scanned
  return (
    <footer ref={aboveBar} className={styles.bar}>
      {onEdit !== null && <BarButton name={t`Edit Visualization`} icon={IconAdjustments} onClick={onEdit} />}
      {onAddToDashboard !== null && (
        <BarButton name={t`Add to Dashboard`} icon={IconLayoutDashboard} onClick={onAddToDashboard} />
      )}
      {explore !== null && <BarButton name={t`Explore`} icon={IconZoomQuestion} onClick={() => void navigate(explore)} />}
      {result !== null && <DownloadMenu queryId={queryId} resultId={result.id} onEmbed={onEmbed} />}
      {result !== null && (
        <div className={styles.facts}>
          {result.auto_limit ? (
            <AutoLimitNote rows={result.row_count} onRunWithoutLimit={onRunWithoutLimit} />
          ) : (
            <span className={styles.fact}>
              <Plural
                value={result.row_count}
                one={
                  <span>
                    <b>#</b> row
                  </span>
                }
                other={
                  <span>
                    <b>#</b> rows
                  </span>
                }
              />
            </span>
          )}
          <Tooltip label={<TimingTable result={result} />}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the timing, too */}
            <span className={styles.fact} tabIndex={0}>
              <Trans>
                <b>{durationText(result.runtime)}</b> runtime
              </Trans>
            </span>
          </Tooltip>
          {typeof scanned === 'number' && (
            <span className={styles.fact}>
              <Trans>
                <b>{bytesText(scanned)}</b> scanned
              </Trans>
            </span>
          )}
          <span className={styles.fact} title={t`Time zone of the times shown`}>
            {timeZone}
          </span>
          <span className={styles.fact}>
            <Trans>
              Updated{' '}
              <b>
                <TimeAgo date={result.retrieved_at} />
              </b>
            </Trans>
          </span>
        </div>
      )}
      <div className={styles.end}>{children}</div>
    </footer>
  )
}

interface BarButtonProps {
  name: string
  icon: ComponentType<{ size: number; stroke: number }>
  onClick(): void
}

/** Whether there is no room for the names of the buttons. */
const useIsIconOnly = () => useMediaQuery('(max-width: 560px)', false, { getInitialValueInEffect: false })

/** A button of the bar; on a phone it shows only its icon. */
function BarButton({ name, icon: Icon, onClick }: BarButtonProps) {
  if (useIsIconOnly())
    return (
      <Tooltip label={name}>
        <ActionIcon variant="default" aria-label={name} onClick={onClick}>
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    )
  return (
    <Button variant="default" size="xs" leftSection={<Icon size={14} stroke={1.75} />} onClick={onClick}>
      {name}
    </Button>
  )
}

/** How the time of the run was spent. */
function TimingTable({ result: { timing } }: { result: ResultInfo }) {
  const parts = [
    [t`Waiting`, timing.waiting],
    [t`Database`, timing.database],
    ['Sightline', timing.sightline],
  ] as const
  return (
    <div className={styles.timing}>
      {parts.map(([name, milliseconds]) => (
        <div key={name}>
          <span>{name}</span>
          <span>{milliseconds < 1000 ? t`${Math.round(milliseconds)} ms` : durationText(milliseconds / 1000)}</span>
        </div>
      ))}
    </div>
  )
}

interface DownloadMenuProps {
  /** null for an unsaved query, whose results are downloaded from another URL. */
  queryId: number | null
  resultId: number
  /** null if there is nothing to embed. */
  onEmbed: (() => void) | null
}

/** Downloads the result in each file format, or embeds the visualization in another site. */
function DownloadMenu({ queryId, resultId, onEmbed }: DownloadMenuProps) {
  const [form, setForm] = useState<ValueForm>('exact')
  const isIconOnly = useIsIconOnly()
  const values = { form, timeZone: useTimeZone() }
  return (
    <Menu position="top-start" alignItemsLabels="with-indicators">
      <Menu.Target>
        {isIconOnly ? (
          <ActionIcon variant="default" aria-label={t`Download`}>
            <IconDownload size={16} stroke={1.75} />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} stroke={1.75} />}
            rightSection={<IconChevronDown size={14} stroke={1.75} />}
          >
            <Trans>Download</Trans>
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <ValueFormChoice form={form} onChange={setForm} />
        <Menu.Label>
          <Trans>Download as</Trans>
        </Menu.Label>
        {downloads.map(({ name, ...options }) => (
          <Menu.Item
            key={name}
            component="a"
            href={downloadUrl(queryId, resultId, { ...options, values })}
            download
            aria-label={t`Download as ${name}`}
            onClick={downloadOrNotify}
          >
            {name}
          </Menu.Item>
        ))}
        {onEmbed !== null && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconCode size={14} stroke={1.75} />} onClick={onEmbed}>
              <Trans>Embed Elsewhere</Trans>
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Chooses how dates and times are written in the files of the menu. */
function ValueFormChoice({ form, onChange }: { form: ValueForm; onChange(form: ValueForm): void }) {
  return (
    <>
      <Menu.Label>
        <Trans>Dates and times</Trans>
      </Menu.Label>
      <Menu.RadioItem value="exact" checked={form === 'exact'} onChange={() => onChange('exact')}>
        <Trans>Exact, with time zone</Trans>
      </Menu.RadioItem>
      <Menu.RadioItem value="displayed" checked={form === 'displayed'} onChange={() => onChange('displayed')}>
        <Trans>As displayed</Trans>
      </Menu.RadioItem>
      <Menu.Divider />
    </>
  )
}

/** Downloads the file of a link, or shows why it failed. With a modifier key the browser opens the link as usual. */
function downloadOrNotify(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { href } = event.currentTarget
  checkDownload(href).then(
    () => {
      const link = document.createElement('a')
      link.href = href
      link.download = ''
      link.click()
    },
    (error: unknown) => notify.failure(error),
  )
}
