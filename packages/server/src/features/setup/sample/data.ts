/**
 * The tables of the sample database, each created by a SELECT over a file of the npm package `vega-datasets`. `$data` stands
 * for the package's data folder. Names are snake_case with units, and types are as narrow as the values allow.
 */
export const sampleTables: Record<string, { comment: string; select: string }> = {
  flights: {
    comment: 'Three million domestic flights in the United States, first half of 2001',
    select: `SELECT date AS departed_at, delay::SMALLINT AS delay_min, distance::SMALLINT AS distance_mi, origin, destination
      FROM '$data/flights-3m.parquet'`,
  },
  airports: {
    comment: 'Airports of the United States, by IATA code',
    select: `SELECT iata, name, city, state, country, latitude, longitude FROM '$data/airports.csv'`,
  },
  weather: {
    comment: 'Daily weather in Seattle and New York, 2012 to 2015',
    select: `SELECT location, date, precipitation AS precipitation_mm, temp_max AS temp_max_c, temp_min AS temp_min_c,
        wind AS wind_ms, weather FROM '$data/weather.csv'`,
  },
  movies: {
    comment: 'Movies with their budgets, takings and ratings',
    select: `SELECT "Title"::VARCHAR AS title, "US Gross" AS us_gross_usd, "Worldwide Gross" AS worldwide_gross_usd,
        "Production Budget" AS production_budget_usd, try_strptime("Release Date", '%b %d %Y')::DATE AS released_on,
        "MPAA Rating" AS mpaa_rating, "Running Time min"::SMALLINT AS running_time_min, "Distributor" AS distributor,
        "Major Genre" AS major_genre, "Director" AS director, "Rotten Tomatoes Rating"::SMALLINT AS rotten_tomatoes_rating,
        "IMDB Rating"::DECIMAL(3, 1) AS imdb_rating, "IMDB Votes"::INTEGER AS imdb_votes
      FROM read_json('$data/movies.json', columns = {"Title": 'VARCHAR', "US Gross": 'BIGINT', "Worldwide Gross": 'BIGINT',
        "Production Budget": 'BIGINT', "Release Date": 'VARCHAR', "MPAA Rating": 'VARCHAR', "Running Time min": 'BIGINT',
        "Distributor": 'VARCHAR', "Major Genre": 'VARCHAR', "Director": 'VARCHAR', "Rotten Tomatoes Rating": 'BIGINT',
        "IMDB Rating": 'DOUBLE', "IMDB Votes": 'BIGINT'})`,
  },
  earthquakes: {
    comment: 'Earthquakes of one week, as the United States Geological Survey counted them',
    select: `SELECT feature.id AS id, epoch_ms(feature.properties.time) AT TIME ZONE 'UTC' AS happened_at,
        feature.properties.mag AS magnitude, feature.properties.place AS place, feature.properties.magType AS magnitude_type,
        feature.geometry.coordinates[1] AS longitude, feature.geometry.coordinates[2] AS latitude,
        feature.geometry.coordinates[3] AS depth_km, feature.properties.tsunami = 1 AS is_tsunami
      FROM (SELECT unnest(features) AS feature FROM read_json('$data/earthquakes.json', maximum_object_size = 100000000))`,
  },
  stocks: {
    comment: 'Monthly prices of five technology stocks, 2000 to 2010',
    select: `SELECT symbol, strptime(date, '%b %d %Y')::DATE AS date, price::DECIMAL(8, 2) AS price_usd FROM '$data/stocks.csv'`,
  },
  cars: {
    comment: 'Cars of 1970 to 1982',
    select: `SELECT "Name" AS name, "Miles_per_Gallon" AS miles_per_gallon, "Cylinders"::TINYINT AS cylinders,
        "Displacement" AS displacement_cu_in, "Horsepower"::SMALLINT AS horsepower, "Weight_in_lbs"::SMALLINT AS weight_lbs,
        "Acceleration" AS acceleration_s, year("Year")::SMALLINT AS year, "Origin" AS origin FROM '$data/cars.json'`,
  },
  penguins: {
    comment: 'Penguins of three species, measured in the Palmer Archipelago',
    select: `SELECT "Species" AS species, "Island" AS island, "Beak Length (mm)" AS beak_length_mm,
        "Beak Depth (mm)" AS beak_depth_mm, "Flipper Length (mm)"::SMALLINT AS flipper_length_mm,
        "Body Mass (g)"::SMALLINT AS body_mass_g, lower("Sex") AS sex FROM '$data/penguins.json'`,
  },
  countries: {
    comment: 'Population, life expectancy and fertility of countries, every five years from 1955 to 2005',
    select: `SELECT country, year::SMALLINT AS year, pop AS population, life_expect AS life_expectancy_years,
        fertility AS children_per_woman FROM '$data/gapminder.json'`,
  },
  disasters: {
    comment: 'Deaths by natural disasters, by kind and year',
    select: `SELECT "Entity" AS kind, "Year"::SMALLINT AS year, "Deaths"::INTEGER AS deaths FROM '$data/disasters.csv'`,
  },
  unemployment: {
    comment: 'Unemployed people in the United States, by industry and month',
    select: `SELECT series AS industry, make_date(year, month, 1) AS month, count AS unemployed_thousands, rate AS rate_percent
      FROM '$data/unemployment-across-industries.json'`,
  },
  zipcodes: {
    comment: 'Postal codes of the United States',
    select: `SELECT zip_code, city, state, county, latitude, longitude FROM read_csv('$data/zipcodes.csv', types = {'zip_code': 'VARCHAR'})`,
  },
}
