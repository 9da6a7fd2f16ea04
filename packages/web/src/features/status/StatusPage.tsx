import { t } from '@lingui/core/macro'
import { Progress } from '@mantine/core'
import type { Installation, SystemStatus, WorkerStatus } from '@sightline/contract/status.ts'
import { bytesText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageError } from '../../app/PageError.tsx'
import { AdminFrame, RequireSuperAdmin } from '../../app/SettingsPage.tsx'
import blocks from '../../ui/blocks.module.css'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { installationQuery, queuesQuery, systemStatusQuery, troubleQuery } from './api.ts'
import styles from './StatusPage.module.css'
import { TaskName } from './TaskName.tsx'
import { TroubleLists } from './TroubleLists.tsx'
import { timeOf } from './tasks.ts'
import { UpdatedAt } from './UpdatedAt.tsx'
import { WorkersTable } from './WorkersTable.tsx'

const TITLE = t`System Status`

/** Names of the places where results are stored. */
const STORES: Record<Installation['results'], string> = {
  directory: t`Files`,
  database: t`The database`,
  bucket: t`Object storage`,
}

/** Titles of the sizes that the API lists. */
const METRICS: Partial<Record<string, string>> = {
  'Query Results Size': t`Query Results Size`,
  'Sightline DB Size': t`Sightline DB Size`,
}

/** The state of the installation as a whole. For super admins. */
export const StatusPage = () => (
  <RequireSuperAdmin title={TITLE}>
    <Status />
  </RequireSuperAdmin>
)

function Status() {
  const system = useQuery(systemStatusQuery)
  const installation = useQuery(installationQuery)
  const queues = useQuery(queuesQuery)
  const trouble = useQuery(troubleQuery)
  const all = [system, installation, queues, trouble]
  const failed = all.find(({ data, error }) => error !== null && data === undefined)
  if (failed) return <PageError error={failed.error} onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))} />
  const isLoaded = system.data !== undefined && installation.data !== undefined && queues.data !== undefined
  return (
    <AdminFrame title={TITLE} actions={<UpdatedAt queries={all} />}>
      {!isLoaded && <ListSkeleton rows={8} />}
      {isLoaded && (
        <>
          <Warnings installation={installation.data} workers={queues.data.workers} />
          <div className={styles.blocks}>
            <General status={system.data} installation={installation.data} />
            <Manager manager={system.data.manager} />
            <Queues queues={system.data.manager.queues} />
            <Sizes metrics={system.data.database_metrics.metrics} installation={installation.data} />
          </div>
          <WorkersTable workers={queues.data.workers} />
          {trouble.data !== undefined && <TroubleLists trouble={trouble.data} />}
        </>
      )}
    </AdminFrame>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={blocks.block} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Facts as labels and values; `shown`, if present, is rendered in place of the label. */
type Facts = readonly (readonly [label: string, value: ReactNode, shown?: ReactNode])[]

const FactList = ({ facts }: { facts: Facts }) => (
  <dl className={styles.facts}>
    {facts.map(([label, value, shown = label]) => (
      <div key={label}>
        <dt>{shown}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function General({ status, installation }: { status: SystemStatus; installation: Installation }) {
  return (
    <Block title={t`General`}>
      <FactList
        facts={[
          [t`Version`, status.version],
          [t`Database`, installation.database],
          [t`Node`, installation.node],
          [t`Server started`, <TimeAgo key="started" date={installation.started_at} />],
          [t`Memory`, bytesText(installation.memory)],
          ...(installation.plugins.loaded.length > 0 ? [[t`Plug-ins`, installation.plugins.loaded.join(', ')] as const] : []),
          [t`Queries`, localNumber(status.queries_count)],
          [t({ message: 'Query Results', context: 'a number of results' }), localNumber(status.query_results_count)],
          [t`Unused Query Results`, localNumber(status.unused_query_results_count)],
          [t`Dashboards`, localNumber(status.dashboards_count)],
          [t`Widgets`, localNumber(status.widgets_count)],
        ]}
      />
    </Block>
  )
}

const secondsOf = (text: string | null) => timeOf(text === null ? null : Number(text))

function Manager({ manager }: { manager: SystemStatus['manager'] }) {
  return (
    <Block title={t`Manager`}>
      <FactList
        facts={[
          [t`Last Refresh`, <TimeAgo key="refresh" date={secondsOf(manager.last_refresh_at)} never={t`Not yet`} />],
          [t`Started`, <TimeAgo key="started" date={secondsOf(manager.started_at)} never={t`No worker is running`} />],
          [t`Outdated Queries Count`, localNumber(Number(manager.outdated_queries_count))],
        ]}
      />
    </Block>
  )
}

function Queues({ queues }: { queues: SystemStatus['manager']['queues'] }) {
  return (
    <Block title={t`Queues`}>
      <FactList
        facts={Object.entries(queues).map(([name, { size }]) => [name, localNumber(size), <TaskName key={name} name={name} />])}
      />
    </Block>
  )
}

function Sizes({
  metrics,
  installation,
}: {
  metrics: SystemStatus['database_metrics']['metrics']
  installation: Installation
}) {
  const { disk, results } = installation
  const used = disk === null || disk.total === 0 ? null : 1 - disk.free / disk.total
  return (
    <Block title={t`Database Metrics`}>
      <FactList
        facts={[
          ...metrics.map(([name, bytes]) => [METRICS[name] ?? name, bytesText(bytes)] as const),
          [t`Results stored in`, STORES[results]],
          ...(disk === null ? [] : [[t`Disk`, t`${bytesText(disk.free)} free of ${bytesText(disk.total)}`] as const]),
        ]}
      />
      {used !== null && <Progress value={used * 100} mt={10} size="sm" aria-label={t`Disk ${Math.round(used * 100)} % full`} />}
    </Block>
  )
}

/** Problems that need attention, above everything else. */
function Warnings({ installation, workers }: { installation: Installation; workers: WorkerStatus[] }) {
  const warnings = warningsFor(installation, workers)
  if (warnings.length === 0) return null
  return (
    <div className={styles.warnings}>
      {warnings.map((text) => (
        <Notice key={text} icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          {text}
        </Notice>
      ))}
    </div>
  )
}

/** A disk with less free space than this share gets a warning. */
const LOW_DISK_SHARE = 0.1

/** Problems that need attention, worst first, each as a sentence. */
export function warningsFor(
  { disk, plugins }: Pick<Installation, 'disk' | 'plugins'>,
  workers: readonly WorkerStatus[],
): string[] {
  const lost = workers.filter(({ state }) => state === 'lost')
  const isLow = disk !== null && disk.free < disk.total * LOW_DISK_SHARE
  return [
    ...(workers.length === lost.length ? [t`No worker is running. Queries wait until one starts.`] : []),
    ...lost.map(({ name }) => t`Worker ${name} has not reported for more than 30 seconds.`),
    ...(isLow ? [t`The disk is almost full: ${bytesText(disk.free)} free.`] : []),
    ...plugins.problems,
  ]
}
