/** The words of SQL that people write by hand, offered while typing. Grammars know hundreds more that would only be in the way. */
export const offeredKeywords =
  'all and anti any as asc asof between by case cast count create cross current_date current_timestamp delete desc describe distinct else end except exclude exists explain extract false fetch filter first following for from full group grouping having ilike in inner insert intersect interval into is join last lateral left like limit not null nulls offset on or order outer over partition pivot preceding qualify range recursive replace returning right rollup row rows sample select semi set sets show similar some summarize table then true unbounded union unnest unpivot update using values when where window with within'.split(
    ' ',
  )

/** Words that some grammars take for keywords although they mostly are the names of columns. */
const names = new Set(
  'action active address admin age alias category catalog channel class code collection comment condition content context cost count cube current cycle data database date day days dec degree depth description destination dictionary domain duration element email end_date event events field file final flag format global goal group_id header host hour hours id identity image index_name instance item key label language length level link list local location log map max mean median member message method min minute minutes mode model module money month months name names nature number object offset_id op option options origin owner page parameter parent password path percent period phase plan platform point policy position precision price priority process product profile public quantity quarter rank rate reason record reference region release result role routine rule schema_name score second seconds section segment sequence service session size source space sql stage start start_date state statement status store style subject sum summary system tag target term text_id time times timestamp_id title token topic total type unit uri url user_id users value values_id variable version view views volume week weeks weight work year years zip zone'.split(
    ' ',
  ),
)

/** The keywords of a grammar without the words that mostly are names. */
export const withoutNames = (keywords: string) =>
  keywords
    .split(' ')
    .filter((word) => !names.has(word.toLowerCase()))
    .join(' ')
