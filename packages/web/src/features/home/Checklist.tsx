import { Button } from '@mantine/core'
import type { Permission } from '@sightline/contract/permissions.ts'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCreateDashboard } from '../../app/create-dashboard.ts'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import type { HelpTopic } from '../../app/help/help-topics.ts'
import { usePermission, useSession } from '../../app/session.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './Checklist.module.css'
import type { onboardingSteps } from './onboarding.ts'
import { SightIllustration } from './SightIllustration.tsx'

type Steps = ReturnType<typeof onboardingSteps>
type StepName = Steps[number]['step']

const texts: Record<StepName, string> = {
  data_source: 'Connect a Data Source',
  query: 'Create your first Query',
  alert: 'Create your first Alert',
  dashboard: 'Create your first Dashboard',
  invite: 'Invite your team members',
}

const helpOn: Record<StepName, HelpTopic> = {
  data_source: 'data-sources',
  query: 'queries',
  alert: 'alerts',
  dashboard: 'dashboards',
  invite: 'users-and-groups',
}

/** What the steps make: the words for it, the page that lists it, and whom that page is for. */
const made = {
  data_source: { one: 'data source', many: 'data sources', to: '/data_sources', permission: 'admin' },
  query: { one: 'query', many: 'queries', to: '/queries', permission: 'view_query' },
  alert: { one: 'alert', many: 'alerts', to: '/alerts', permission: 'list_alerts' },
  dashboard: { one: 'dashboard', many: 'dashboards', to: '/dashboards', permission: 'list_dashboards' },
  invite: { one: 'user', many: 'users', to: '/users', permission: 'list_users' },
} as const satisfies Record<StepName, { one: string; many: string; to: string; permission: Permission }>

/** What an account still has before it. The next step that can be done here is the primary one. */
export function Checklist({ steps }: { steps: readonly Steps[number][] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  const actions = useActions()
  const next = steps.find(({ step, isDone }) => !isDone && actions[step] !== undefined)?.step
  return (
    <section className={styles.root} aria-label="First steps">
      <div className={styles.left}>
        <h1>Welcome to Sightline</h1>
        <p className={styles.lead}>Connect to any data source, ask, see the answer, and share it with your team.</p>
        <div className={styles.progress}>
          <div
            className={styles.bar}
            role="progressbar"
            aria-label="Steps done"
            aria-valuemin={0}
            aria-valuemax={steps.length}
            aria-valuenow={done}
          >
            <i style={{ width: `${(done / steps.length) * 100}%` }} />
          </div>
          <span className={styles.count}>
            {done} of {steps.length} done
          </span>
        </div>
        <ol className={styles.steps}>
          {steps.map(({ step, count, isDone }) => (
            <li key={step} className={styles.step} data-done={isDone}>
              <span className={styles.tick} role="img" aria-label={isDone ? 'Done' : 'To do'}>
                {isDone && <IconCheck size={12} stroke={3} />}
              </span>
              <span className={styles.text}>
                {texts[step]}
                <HelpLink topic={helpOn[step]} />
              </span>
              {isDone ? <Made by={step} count={count} /> : actions[step]?.(step === next ? 'filled' : 'default')}
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.illustration}>
        <SightIllustration />
      </div>
    </section>
  )
}

/** How much there is of what a step made, with the way to it for those who may see it. */
function Made({ by, count }: { by: StepName; count: number }) {
  const { one, many, to, permission } = made[by]
  const { permissions } = useSession().user
  const text = `${count} ${count === 1 ? one : many}`
  if (!permissions.includes(permission)) return <span className={styles.note}>{text}</span>
  return (
    <Link className={styles.made} to={to}>
      {text}
    </Link>
  )
}

/** The steps that can be done from here, each with its button. */
function useActions(): Partial<Record<StepName, (variant: 'filled' | 'default') => ReactNode>> {
  const isAdmin = usePermission('admin')
  const canCreateQuery = usePermission('create_query')
  const canCreateDashboard = usePermission('create_dashboard')
  const createDashboard = useCreateDashboard()
  return {
    data_source: isAdmin
      ? (variant) => (
          <LinkButton to="/data_sources/new" size="sm" variant={variant}>
            Connect
          </LinkButton>
        )
      : () => <span className={styles.note}>Ask an account admin to connect a data source</span>,
    query: canCreateQuery
      ? (variant) => (
          <LinkButton to="/queries/new" size="sm" variant={variant}>
            Create Query
          </LinkButton>
        )
      : undefined,
    alert: (variant) => (
      <LinkButton to="/alerts/new" size="sm" variant={variant}>
        Create Alert
      </LinkButton>
    ),
    dashboard: canCreateDashboard
      ? (variant) => (
          <Button size="sm" variant={variant} onClick={createDashboard}>
            Create Dashboard
          </Button>
        )
      : undefined,
    invite: isAdmin
      ? (variant) => (
          <LinkButton to="/users/new" size="sm" variant={variant}>
            Invite
          </LinkButton>
        )
      : undefined,
  }
}
