import { browserProject } from '../support/project.ts';

// Every screen; npm run test:browser.
export default browserProject('browser', import.meta.dirname);
