import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { Alert } from '@sightline/contract/alerts.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { IconBell, IconBellOff, IconSend, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { ApiError } from '../../api/error.ts'
import { useLeaveGuard } from '../../app/confirm.tsx'
import { MailWarning } from '../../app/MailWarning.tsx'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useSession } from '../../app/session.ts'
import { AlertBadges } from '../../ui/AlertBadges.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ariaShortcut, ButtonKey, keyName } from '../../ui/keyboard.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { queryQuery } from '../queries/api.ts'
import { AlertEditor } from './AlertEditor.tsx'
import styles from './alerts.module.css'
import { alertQuery } from './api.ts'
import { type AlertDraft, defaultNameOf, draftOf, emptyDraft, isSameDraft, problemsOf } from './draft.ts'
import { useAlertActions } from './use-alert-actions.ts'

const route = getRouteApi('/app/alerts/$alertId')
const newRoute = getRouteApi('/app/alerts/new')

/** `/alerts/new`: an empty editor, with the query of the URL if there is one. */
export function NewAlertPage() {
  const { query: id } = newRoute.useSearch()
  const query = useQuery({ ...queryQuery(id ?? 0), enabled: id !== undefined })
  usePageTitle(t`New Alert`)
  if (id === undefined || query.isError) return <EditorPage alert={null} initial={emptyDraft} />
  if (query.data === undefined) return <Waiting />
  const { name } = query.data
  return <EditorPage alert={null} initial={{ ...emptyDraft, query: { id, name } }} />
}

const Waiting = () => (
  <div className={styles.page}>
    <ListSkeleton rows={6} />
  </div>
)

/** `/alerts/:id`: the editor of an alert, read-only for users who may not change it. */
export function AlertPage() {
  const { alertId } = route.useParams()
  const isNumber = /^\d{1,15}$/.test(alertId)
  const alert = useQuery({ ...alertQuery(Number(alertId)), enabled: isNumber })
  usePageTitle(alert.data?.name ?? t`Alert`)
  if (!isNumber) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  if (alert.error) return <PageError error={alert.error} onRetry={() => void alert.refetch()} />
  if (!alert.data) return <Waiting />
  return <EditorPage key={alert.data.id} alert={alert.data} initial={draftOf(alert.data)} />
}

/** @param props `initial` the draft to begin with */
function EditorPage({ alert, initial }: { alert: Alert | null; initial: AlertDraft }) {
  const { user } = useSession()
  const viewer = { kind: 'user', id: user.id, groupIds: user.groups, permissions: new Set(user.permissions) } as const
  const canChange = alert === null || can(viewer, 'alert.change', { user_id: alert.user.id })
  const [draft, setDraft] = useState(initial)
  const problemId = useId()
  const stored = alert ? String(alert.options.value) : null
  const problems = problemsOf(draft, stored)
  const isDirty = !isSameDraft(draft, alert ? draftOf(alert) : initial)
  const actions = useAlertActions(alert, draft, setDraft)
  useLeaveGuard(isDirty && !actions.isLeaving, actions.isSaved, () => undefined)

  const canSave = canChange && Object.keys(problems).length === 0 && !actions.isSaving
  // In the order of the fields; null if nothing keeps the alert from being saved.
  const problem = Object.values(problems)[0] ?? null
  const save = () => {
    if (canSave) actions.save()
    else if (canChange && problem !== null) notify.error(problem)
  }
  useHotkeys([['mod+S', save]], [])
  const name = alert?.name ?? (draft.name.trim() || defaultNameOf(draft, stored) || t`New Alert`)
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{name}</h1>
        {alert && <AlertBadges state={alert.state} health={alert.health} />}
        {alert?.options.muted && (
          <span className={styles.note}>
            <Trans>Muted</Trans>
          </span>
        )}
        <span className={styles.spacer} />
        {canChange && (
          <div className={styles.actions}>
            {alert && <OwnerActions alert={alert} actions={actions} />}
            {problem !== null && (
              <span id={problemId} className={styles.problem}>
                {problem}
              </span>
            )}
            <Button
              disabled={!canSave}
              loading={actions.isSaving}
              onClick={save}
              rightSection={
                <ButtonKey>
                  <Trans>{keyName('Ctrl')} S</Trans>
                </ButtonKey>
              }
              aria-keyshortcuts={ariaShortcut('S')}
              aria-describedby={problem === null ? undefined : problemId}
            >
              <Trans>Save</Trans>
            </Button>
          </div>
        )}
      </div>
      <MailWarning feature={t`alert emails`} />
      <AlertEditor
        alert={alert}
        draft={draft}
        problems={problems}
        isReadOnly={!canChange}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
    </div>
  )
}

interface OwnerActionsProps {
  alert: Alert
  actions: ReturnType<typeof useAlertActions>
}

/** Mute, test and delete. */
function OwnerActions({ alert, actions }: OwnerActionsProps) {
  const [confirming, setConfirming] = useState<'delete' | 'test' | null>(null)
  const close = () => setConfirming(null)
  const isMuted = alert.options.muted === true
  const MuteIcon = isMuted ? IconBell : IconBellOff
  return (
    <>
      <Action icon={<MuteIcon size={16} stroke={1.75} />} isLoading={actions.isMuting} onClick={actions.toggleMute}>
        {isMuted ? t`Unmute` : t`Mute`}
      </Action>
      <Action icon={<IconSend size={16} stroke={1.75} />} onClick={() => setConfirming('test')}>
        <Trans>Send Test</Trans>
      </Action>
      <Button variant="danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setConfirming('delete')}>
        <Trans>Delete</Trans>
      </Button>
      {confirming === 'delete' && (
        <ConfirmDialog
          title={t`Delete Alert`}
          text={t`Are you sure you want to delete this alert?`}
          action={t`Delete`}
          isDestructive
          onConfirm={actions.remove}
          onClose={close}
        />
      )}
      {confirming === 'test' && (
        <ConfirmDialog
          title={t`Send Test`}
          text={t`Checks the latest result now and notifies all subscribers. Unsaved changes are ignored.`}
          onConfirm={actions.sendTest}
          onClose={close}
        />
      )}
    </>
  )
}

interface ActionProps {
  icon: ReactNode
  isLoading?: boolean
  onClick(): void
  children: ReactNode
}

const Action = ({ icon, isLoading = false, onClick, children }: ActionProps) => (
  <Button variant="default" leftSection={icon} loading={isLoading} onClick={onClick}>
    {children}
  </Button>
)

interface ConfirmDialogProps {
  title: string
  text: string
  action?: string
  isDestructive?: boolean
  /** Reports its own errors: the dialog closes in any case. */
  onConfirm(): Promise<void>
  onClose(): void
}

/** Asks for confirmation. It cannot be closed while the action is running. */
function ConfirmDialog({ title, text, action = 'OK', isDestructive = false, onConfirm, onClose }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false)
  const close = () => {
    if (!isRunning) onClose()
  }
  const confirm = async () => {
    setIsRunning(true)
    await onConfirm()
    onClose()
  }
  return (
    <Dialog opened onClose={close} title={title} size={400}>
      <p className={styles.dialogText}>{text}</p>
      <div className={styles.dialogActions}>
        <Button variant="default" disabled={isRunning} data-autofocus onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant={isDestructive ? 'danger-filled' : 'filled'} loading={isRunning} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
