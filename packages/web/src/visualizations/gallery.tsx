import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.layer.css'
import '../app/theme/tokens.css'
import '../app/theme/global.css'
import { Button, MantineProvider, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariablesResolver, theme } from '../app/theme/theme.ts'
import { samples as boxes } from './boxplot/samples.ts'
import { samples as charts } from './chart/samples.ts'
import { samples as regions } from './choropleth/samples.ts'
import { samples as cohorts } from './cohort/samples.ts'
import { samples as counters } from './counter/samples.ts'
import { samples as details } from './details/samples.ts'
import { samples as funnels } from './funnel/samples.ts'
import styles from './gallery.module.css'
import { samples as markers } from './map/samples.ts'
import { samples as pivots } from './pivot/samples.ts'
import { sampleFormats } from './sample-formats.ts'
import { type Sample, sampleData } from './samples.ts'
import { samples as sankeys } from './sankey/samples.ts'
import { samples as sunbursts } from './sunburst/samples.ts'
import { samples as tables } from './table/samples.ts'
import type { LoadData } from './use-result-data.ts'
import { VisualizationEditor } from './VisualizationEditor.tsx'
import { VisualizationView } from './VisualizationView.tsx'
import type { Formats } from './visualization.ts'
import { samples as clouds } from './word-cloud/samples.ts'

// The gallery asks no other server for tiles.
const formats: Formats = { ...sampleFormats, allowsCustomCode: true, mapTiles: [] }
const shown: { type: string; samples: Sample[] }[] = [
  { type: 'CHART', samples: charts },
  { type: 'TABLE', samples: tables },
  { type: 'CHOROPLETH', samples: regions },
  { type: 'MAP', samples: markers },
  { type: 'COUNTER', samples: counters },
  { type: 'PIVOT', samples: pivots },
  { type: 'COHORT', samples: cohorts },
  { type: 'FUNNEL', samples: funnels },
  { type: 'WORD_CLOUD', samples: clouds },
  { type: 'DETAILS', samples: details },
  { type: 'SUNBURST_SEQUENCE', samples: sunbursts },
  { type: 'SANKEY', samples: sankeys },
  { type: 'BOXPLOT', samples: boxes },
  { type: 'HOLOGRAM', samples: [{ title: 'A type that is not known', options: {}, columns: [], rows: [], total: null }] },
]

/** Every visualization drawn from its samples. `#2` shows the third alone, `#2/edit` opens its editor. */
function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const only = /^#(\d+)(\/edit)?$/.exec(location.hash)
  const all = shown.flatMap(({ type, samples }) => samples.map((sample) => ({ type, sample })))
  return (
    <main className={styles.page}>
      <SegmentedControl
        aria-label="Theme"
        data={['light', 'dark', 'auto']}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme === 'light' || scheme === 'dark' ? scheme : 'auto')}
      />
      <div className={styles.grid} data-alone={only !== null || undefined}>
        {all.map(({ type, sample }, index) =>
          only === null || Number(only[1]) === index ? (
            <Exhibit key={sample.title} type={type} sample={sample} startsInEditor={only?.[2] !== undefined} />
          ) : null,
        )}
      </div>
    </main>
  )
}

function Exhibit({ type, sample, startsInEditor }: { type: string; sample: Sample; startsInEditor: boolean }) {
  const [isEditing, setIsEditing] = useState(startsInEditor)
  const [saved, setSaved] = useState({ type, name: sample.title, options: sample.options })
  const loadData: LoadData = useCallback(async (needs) => sampleData(sample, needs), [sample])
  const rest = { columns: sample.columns, formats, loadData }
  return (
    <section className={styles.exhibit}>
      <header className={styles.head}>
        <h3>{sample.title}</h3>
        <Button variant="subtle" size="xs" onClick={() => setIsEditing(true)}>
          Edit
        </Button>
      </header>
      <div className={styles.stage}>
        <VisualizationView visualization={saved} refreshKey={null} {...rest} />
      </div>
      {isEditing && (
        <VisualizationEditor
          queryName="Gallery"
          visualization={saved}
          rows={sample.rows}
          rowCount={sample.total ?? sample.rows.length}
          onSave={async (fields) => setSaved(fields)}
          onClose={() => setIsEditing(false)}
          {...rest}
        />
      )}
    </section>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')
createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <Gallery />
  </MantineProvider>,
)
