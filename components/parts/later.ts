// What pages do once somebody needs it, without React.

import "./lightbox";
import "./offline";
