// One file for all of them: most of it is the library that they have in common.
export { BalancesChart, BarsChart, LinesChart } from './pictures.tsx';
