// Ostrevale Flow Systems: an invented maker of pumps, filters and disinfection units.
// Every company, person, place and rule in it is made up for steiner; countries are real.
// Loading it twice changes nothing, because nodes and relationships are merged.

// Keys

CREATE CONSTRAINT country_key IF NOT EXISTS FOR (n:Country) REQUIRE n.code IS UNIQUE;

CREATE CONSTRAINT site_key IF NOT EXISTS FOR (n:Site) REQUIRE n.siteId IS UNIQUE;

CREATE CONSTRAINT team_key IF NOT EXISTS FOR (n:Team) REQUIRE n.teamId IS UNIQUE;

CREATE CONSTRAINT person_key IF NOT EXISTS FOR (n:Person) REQUIRE n.employeeId IS UNIQUE;

CREATE CONSTRAINT product_key IF NOT EXISTS FOR (n:Product) REQUIRE n.sku IS UNIQUE;

CREATE CONSTRAINT component_key IF NOT EXISTS FOR (n:Component) REQUIRE n.partNo IS UNIQUE;

CREATE CONSTRAINT supplier_key IF NOT EXISTS FOR (n:Supplier) REQUIRE n.supplierId IS UNIQUE;

CREATE CONSTRAINT customer_key IF NOT EXISTS FOR (n:Customer) REQUIRE n.customerId IS UNIQUE;

CREATE CONSTRAINT incident_key IF NOT EXISTS FOR (n:Incident) REQUIRE n.incidentNo IS UNIQUE;

CREATE CONSTRAINT contract_key IF NOT EXISTS FOR (n:Contract) REQUIRE n.contractNo IS UNIQUE;

CREATE CONSTRAINT regulation_key IF NOT EXISTS FOR (n:Regulation) REQUIRE n.regulationId IS UNIQUE;

CREATE CONSTRAINT document_key IF NOT EXISTS FOR (n:Document) REQUIRE n.documentNo IS UNIQUE;

CREATE CONSTRAINT project_key IF NOT EXISTS FOR (n:Project) REQUIRE n.projectId IS UNIQUE;

// Nodes

UNWIND [
  {code: 'DK', name: 'Denmark', languages: ['da']},
  {code: 'NO', name: 'Norway', languages: ['no']},
  {code: 'AT', name: 'Austria', languages: ['de']},
  {code: 'IT', name: 'Italy', languages: ['it']},
  {code: 'EE', name: 'Estonia', languages: ['et']},
  {code: 'FI', name: 'Finland', languages: ['fi', 'sv']},
  {code: 'IE', name: 'Ireland', languages: ['en', 'ga']},
  {code: 'PT', name: 'Portugal', languages: ['pt']},
  {code: 'PL', name: 'Poland', languages: ['pl']},
  {code: 'ES', name: 'Spain', languages: ['es']}
] AS row
MERGE (n:Country {code: row.code}) SET n += row;

UNWIND [
  {siteId: 'L01', name: 'Halmsted Campus', aliases: ['HQ', 'Headquarters', 'the Campus'], openedOn: date('1987-05-04'), location: point({latitude: 55.71, longitude: 11.98}), headquarters: true, description: 'Headquarters with offices, the main pump assembly hall and the hydraulic laboratory.'},
  {siteId: 'L02', name: 'Brennau Works', openedOn: date('1999-09-13'), location: point({latitude: 47.62, longitude: 13.44}), headquarters: false, description: 'Machining works for shafts, housings and test benches.'},
  {siteId: 'L03', name: 'Vila Serrana Plant', openedOn: date('2008-03-31'), location: point({latitude: 40.51, longitude: -7.83}), headquarters: false, description: 'Moulding and membrane plant with its own water recycling loop.'},
  {siteId: 'L04', name: 'Torvik Test Station', aliases: ['the fjord station'], openedOn: date('2012-06-18'), location: point({latitude: 62.44, longitude: 6.31}), headquarters: false, description: 'Cold-water test station where pumps run for months under real tides.'},
  {siteId: 'L05', name: 'Lisselund Warehouse', openedOn: date('2003-11-03'), location: point({latitude: 55.38, longitude: 10.91}), headquarters: false, description: 'Central spare-parts warehouse serving northern Europe overnight.'},
  {siteId: 'L06', name: 'Cortevale Service Hub', openedOn: date('2015-01-12'), location: point({latitude: 45.17, longitude: 9.62}), headquarters: false, description: 'Repair shop and training rooms for customers around the Alps.'},
  {siteId: 'L07', name: 'Rakmae Software Office', aliases: ['the Tallow House'], openedOn: date('2018-08-20'), location: point({latitude: 59.02, longitude: 25.87}), headquarters: false, description: 'Small office that writes control firmware and the remote monitoring portal.'},
  {siteId: 'L08', name: 'Dunmarrow Depot', openedOn: date('2020-02-10'), location: point({latitude: 53.29, longitude: -7.49}), headquarters: false, description: 'Field service depot with loan pumps for floods and emergencies.'}
] AS row
MERGE (n:Site {siteId: row.siteId}) SET n += row;

UNWIND [
  {teamId: 'T01', name: 'Executive Board', description: 'Sets direction and signs the large contracts.'},
  {teamId: 'T02', name: 'Hydraulic Design', description: 'Designs impellers, housings and flow paths.'},
  {teamId: 'T03', name: 'Electrical Design', description: 'Designs drives, cabling and control cabinets.'},
  {teamId: 'T04', name: 'Firmware', description: 'Writes the embedded software of controllers and sensors.'},
  {teamId: 'T05', name: 'Remote Monitoring', description: 'Runs the portal on which customers watch their pumps.'},
  {teamId: 'T06', name: 'Procurement', description: 'Chooses suppliers and negotiates prices and delivery.'},
  {teamId: 'T07', name: 'Supplier Quality', description: 'Audits suppliers and inspects incoming parts.'},
  {teamId: 'T08', name: 'Pump Assembly', description: 'Builds and tests complete pumps in the main hall.'},
  {teamId: 'T09', name: 'Membrane Production', description: 'Moulds modules and pots membranes.'},
  {teamId: 'T10', name: 'Field Service', description: 'Repairs equipment at customers and leads flood call-outs.'},
  {teamId: 'T11', name: 'Key Accounts', description: 'Looks after the utilities that buy under frame contracts.'},
  {teamId: 'T12', name: 'Compliance', description: 'Keeps products within drinking water and machinery rules.'},
  {teamId: 'T13', name: 'Technical Writing', description: 'Writes manuals, safety sheets and service bulletins.'},
  {teamId: 'T14', name: 'Test Engineering', description: 'Plans endurance tests and evaluates measurements.'},
  {teamId: 'T15', name: 'Logistics', description: 'Moves parts between plants, the warehouse and customers.'},
  {teamId: 'T16', name: 'Finance', description: 'Budgets, invoices and currency hedging.'}
] AS row
MERGE (n:Team {teamId: row.teamId}) SET n += row;

UNWIND [
  {projectId: 'J01', name: 'Project Heron', startedOn: date('2024-02-05'), budget: 1850000.0, active: true, description: 'Successor of the dosing line with a sealed magnetic drive.'},
  {projectId: 'J02', name: 'Project Otter', startedOn: date('2023-09-01'), budget: 920000.0, active: true, description: 'Cuts the energy use of mid-size circulation pumps by a fifth.'},
  {projectId: 'J03', name: 'Project Kingfisher', startedOn: date('2024-06-17'), budget: 640000.0, active: true, description: 'Rewrites the monitoring portal so that alarms arrive within seconds.'},
  {projectId: 'J04', name: 'Project Lamprey', startedOn: date('2022-01-10'), budget: 2300000.0, active: false, description: 'Brought membrane potting in-house and closed at the end of 2023.'},
  {projectId: 'J05', name: 'Project Dipper', startedOn: date('2025-01-13'), budget: 410000.0, active: true, description: 'Replaces solvent coatings on wetted parts.'},
  {projectId: 'J06', name: 'Project Sturgeon', startedOn: date('2023-03-20'), budget: 3100000.0, active: true, description: 'High-head pump family for mountain reservoirs.'},
  {projectId: 'J07', name: 'Project Mayfly', startedOn: date('2025-03-03'), budget: 150000.0, active: true, description: 'Short study of disposable sensor caps for mobile laboratories.'},
  {projectId: 'J08', name: 'Project Beaver', startedOn: date('2021-11-15'), budget: 1275000.0, active: false, description: 'Built the flood fleet of loan pumps.'},
  {projectId: 'J09', name: 'Project Grayling', startedOn: date('2024-10-01'), budget: 780000.0, active: true, description: 'Second source for every part with a single supplier.'},
  {projectId: 'J10', name: 'Project Plover', startedOn: date('2024-04-22'), budget: 295000.0, active: true, description: 'Digital spare-parts catalogue with drawings.'},
  {projectId: 'J11', name: 'Project Bittern', startedOn: date('2025-05-05'), budget: 530000.0, active: true, description: 'Quiet pumps for housing estates and hospitals.'},
  {projectId: 'J12', name: 'Project Crayfish', startedOn: date('2022-08-29'), budget: 660000.0, active: false, description: 'Moved the paper drawings archive to digital models.'}
] AS row
MERGE (n:Project {projectId: row.projectId}) SET n += row;

UNWIND [
  {employeeId: 'E1001', name: 'Mara Tolvane', title: 'Chief Executive', hiredOn: date('2015-09-28'), fullTime: true, skills: ['finance', 'law']},
  {employeeId: 'E1002', name: 'Anselm Pellwick', title: 'Technical Director', hiredOn: date('2017-10-07'), fullTime: true, skills: ['law', 'finance']},
  {employeeId: 'E1003', name: 'Ilse Askvold', title: 'Sales Director', hiredOn: date('2021-10-26'), fullTime: true, skills: ['finance', 'law']},
  {employeeId: 'E1004', name: 'Torvald Ormsun', title: 'Finance Director', hiredOn: date('2005-02-18'), fullTime: true, skills: ['law', 'strategy']},
  {employeeId: 'E1005', name: 'Benedita Ellerby', title: 'Operations Director', hiredOn: date('2020-07-15'), fullTime: true, skills: ['law', 'strategy']},
  {employeeId: 'E1006', name: 'Rurik Silvarro', title: 'Head of Hydraulic Design', hiredOn: date('2020-01-27'), fullTime: true, skills: ['impellers', 'drawing']},
  {employeeId: 'E1007', name: 'Saoirse Tamsaar', title: 'Senior Hydraulic Engineer', hiredOn: date('2007-04-20'), fullTime: false, skills: ['flow simulation', 'drawing']},
  {employeeId: 'E1008', name: 'Lenz Nettlefold', title: 'Hydraulic Engineer', hiredOn: date('2015-10-27'), fullTime: true, skills: ['impellers', 'flow simulation']},
  {employeeId: 'E1009', name: 'Aino Ostrand', title: 'Hydraulic Engineer', hiredOn: date('2016-01-22'), fullTime: false, skills: ['drawing', 'flow simulation']},
  {employeeId: 'E1010', name: 'Matteo Ferrelo', title: 'Hydraulic Engineer', hiredOn: date('2014-09-27'), fullTime: false, skills: ['flow simulation', 'drawing']},
  {employeeId: 'E1011', name: 'Kadri Calvadra', title: 'Hydraulic Engineer', hiredOn: date('2008-09-10'), fullTime: false, skills: ['drawing', 'impellers']},
  {employeeId: 'E1012', name: 'Pawel Quistmark', title: 'Hydraulic Engineer', hiredOn: date('2013-02-28'), fullTime: true, skills: ['impellers', 'drawing']},
  {employeeId: 'E1013', name: 'Inés Korvenaho', title: 'Hydraulic Engineer', hiredOn: date('2022-01-07'), fullTime: true, skills: ['impellers', 'flow simulation']},
  {employeeId: 'E1014', name: 'Oisin Moorcastle', title: 'Hydraulic Engineer', hiredOn: date('2013-12-13'), fullTime: true, skills: ['drawing', 'impellers']},
  {employeeId: 'E1015', name: 'Freja Belquist', title: 'Hydraulic Engineer', hiredOn: date('2022-05-11'), fullTime: false, skills: ['flow simulation', 'impellers']},
  {employeeId: 'E1016', name: 'Duarte Marrowin', title: 'Head of Electrical Design', hiredOn: date('2014-02-05'), fullTime: true, skills: ['motors', 'cabinets']},
  {employeeId: 'E1017', name: 'Signe Zaborin', title: 'Senior Electrical Engineer', hiredOn: date('2002-08-26'), fullTime: true, skills: ['cabinets', 'motors']},
  {employeeId: 'E1018', name: 'Emeric Rosmere', title: 'Electrical Engineer', hiredOn: date('2015-09-07'), fullTime: true, skills: ['motors', 'cabling']},
  {employeeId: 'E1019', name: 'Liina Brandover', title: 'Electrical Engineer', hiredOn: date('2021-07-04'), fullTime: true, skills: ['motors', 'cabinets']},
  {employeeId: 'E1020', name: 'Gaspar Hathelin', title: 'Electrical Engineer', hiredOn: date('2009-10-10'), fullTime: true, skills: ['motors', 'cabinets']},
  {employeeId: 'E1021', name: 'Ottilie Lindquarre', title: 'Electrical Engineer', hiredOn: date('2006-07-28'), fullTime: true, skills: ['cabinets', 'motors']},
  {employeeId: 'E1022', name: 'Henrike Jastrow', title: 'Electrical Engineer', hiredOn: date('2002-03-07'), fullTime: true, skills: ['motors', 'cabling']},
  {employeeId: 'E1023', name: 'Jorun Vanskoog', title: 'Electrical Engineer', hiredOn: date('2010-07-03'), fullTime: false, skills: ['motors', 'cabinets']},
  {employeeId: 'E1024', name: 'Tadeo Drumlane', title: 'Electrical Engineer', hiredOn: date('2001-10-12'), fullTime: true, skills: ['cabling', 'motors']},
  {employeeId: 'E1025', name: 'Maelle Weidlhof', title: 'Head of Firmware', hiredOn: date('2019-08-27'), fullTime: true, skills: ['encryption', 'field bus']},
  {employeeId: 'E1026', name: 'Viktor Tolvane', title: 'Senior Firmware Developer', hiredOn: date('2021-03-10'), fullTime: true, skills: ['real-time code', 'field bus']},
  {employeeId: 'E1027', name: 'Runa Pellwick', title: 'Firmware Developer', hiredOn: date('2024-04-06'), fullTime: true, skills: ['real-time code', 'field bus']},
  {employeeId: 'E1028', name: 'Caspian Askvold', title: 'Firmware Developer', hiredOn: date('2022-07-16'), fullTime: true, skills: ['encryption', 'field bus']},
  {employeeId: 'E1029', name: 'Elsbeth Ormsun', title: 'Firmware Developer', hiredOn: date('2004-02-02'), fullTime: true, skills: ['encryption', 'field bus']},
  {employeeId: 'E1030', name: 'Niamh Ellerby', title: 'Firmware Developer', hiredOn: date('2024-12-13'), fullTime: true, skills: ['real-time code', 'encryption']},
  {employeeId: 'E1031', name: 'Orso Silvarro', title: 'Firmware Developer', hiredOn: date('2010-09-06'), fullTime: true, skills: ['field bus', 'real-time code']},
  {employeeId: 'E1032', name: 'Petra Tamsaar', title: 'Head of Remote Monitoring', hiredOn: date('2008-08-18'), fullTime: true, skills: ['dashboards', 'statistics']},
  {employeeId: 'E1033', name: 'Yorick Nettlefold', title: 'Senior Monitoring Analyst', hiredOn: date('2009-04-07'), fullTime: true, skills: ['statistics', 'alarms']},
  {employeeId: 'E1034', name: 'Zofia Ostrand', title: 'Monitoring Analyst', hiredOn: date('2014-08-08'), fullTime: false, skills: ['statistics', 'alarms']},
  {employeeId: 'E1035', name: 'Alvar Ferrelo', title: 'Monitoring Analyst', hiredOn: date('2012-09-19'), fullTime: true, skills: ['statistics', 'alarms']},
  {employeeId: 'E1036', name: 'Birgit Calvadra', title: 'Monitoring Analyst', hiredOn: date('2005-08-11'), fullTime: true, skills: ['dashboards', 'statistics']},
  {employeeId: 'E1037', name: 'Corin Quistmark', title: 'Monitoring Analyst', hiredOn: date('2019-01-01'), fullTime: true, skills: ['alarms', 'dashboards']},
  {employeeId: 'E1038', name: 'Dagny Korvenaho', title: 'Head of Procurement', hiredOn: date('2002-01-20'), fullTime: true, skills: ['contracts', 'negotiation']},
  {employeeId: 'E1039', name: 'Eskil Moorcastle', title: 'Senior Buyer', hiredOn: date('2024-05-11'), fullTime: false, skills: ['negotiation', 'castings']},
  {employeeId: 'E1040', name: 'Fiadh Belquist', title: 'Buyer', hiredOn: date('2015-09-12'), fullTime: true, skills: ['castings', 'negotiation']},
  {employeeId: 'E1041', name: 'Goran Marrowin', title: 'Buyer', hiredOn: date('2011-06-03'), fullTime: true, skills: ['negotiation', 'contracts']},
  {employeeId: 'E1042', name: 'Hedda Zaborin', title: 'Buyer', hiredOn: date('2001-08-19'), fullTime: false, skills: ['castings', 'contracts']},
  {employeeId: 'E1043', name: 'Ivo Rosmere', title: 'Buyer', hiredOn: date('2013-10-01'), fullTime: true, skills: ['negotiation', 'castings']},
  {employeeId: 'E1044', name: 'Jutta Brandover', title: 'Buyer', hiredOn: date('2021-02-09'), fullTime: true, skills: ['castings', 'contracts']},
  {employeeId: 'E1045', name: 'Kalev Hathelin', title: 'Buyer', hiredOn: date('2013-12-23'), fullTime: true, skills: ['contracts', 'castings']},
  {employeeId: 'E1046', name: 'Leonor Lindquarre', title: 'Buyer', hiredOn: date('2018-02-17'), fullTime: true, skills: ['negotiation', 'contracts']},
  {employeeId: 'E1047', name: 'Milo Jastrow', title: 'Buyer', hiredOn: date('2020-02-16'), fullTime: false, skills: ['castings', 'negotiation']},
  {employeeId: 'E1048', name: 'Noora Vanskoog', title: 'Head of Supplier Quality', hiredOn: date('2016-10-22'), fullTime: true, skills: ['crack testing', 'audits']},
  {employeeId: 'E1049', name: 'Oda Drumlane', title: 'Senior Quality Inspector', hiredOn: date('2012-05-05'), fullTime: true, skills: ['audits', 'measuring']},
  {employeeId: 'E1050', name: 'Piers Weidlhof', title: 'Quality Inspector', hiredOn: date('2011-11-15'), fullTime: true, skills: ['audits', 'crack testing']},
  {employeeId: 'E1051', name: 'Mara Vanskoog', title: 'Quality Inspector', hiredOn: date('2013-11-09'), fullTime: true, skills: ['crack testing', 'audits']},
  {employeeId: 'E1052', name: 'Anselm Drumlane', title: 'Quality Inspector', hiredOn: date('2007-07-08'), fullTime: true, skills: ['crack testing', 'audits']},
  {employeeId: 'E1053', name: 'Ilse Weidlhof', title: 'Quality Inspector', hiredOn: date('2005-03-16'), fullTime: true, skills: ['audits', 'measuring']},
  {employeeId: 'E1054', name: 'Torvald Tolvane', title: 'Quality Inspector', hiredOn: date('2009-03-04'), fullTime: true, skills: ['crack testing', 'audits']},
  {employeeId: 'E1055', name: 'Benedita Pellwick', title: 'Quality Inspector', hiredOn: date('2014-07-21'), fullTime: true, skills: ['measuring', 'crack testing']},
  {employeeId: 'E1056', name: 'Rurik Askvold', title: 'Head of Pump Assembly', hiredOn: date('2023-10-15'), fullTime: true, skills: ['alignment', 'balancing']},
  {employeeId: 'E1057', name: 'Saoirse Ormsun', title: 'Senior Assembly Fitter', hiredOn: date('2020-01-22'), fullTime: true, skills: ['lifting', 'balancing']},
  {employeeId: 'E1058', name: 'Lenz Ellerby', title: 'Assembly Fitter', hiredOn: date('2010-11-26'), fullTime: true, skills: ['lifting', 'alignment']},
  {employeeId: 'E1059', name: 'Aino Silvarro', title: 'Assembly Fitter', hiredOn: date('2013-08-07'), fullTime: false, skills: ['balancing', 'alignment']},
  {employeeId: 'E1060', name: 'Matteo Tamsaar', title: 'Assembly Fitter', hiredOn: date('2005-01-21'), fullTime: false, skills: ['alignment', 'balancing']},
  {employeeId: 'E1061', name: 'Kadri Nettlefold', title: 'Assembly Fitter', hiredOn: date('2003-11-07'), fullTime: true, skills: ['balancing', 'lifting']},
  {employeeId: 'E1062', name: 'Pawel Ostrand', title: 'Assembly Fitter', hiredOn: date('2006-12-01'), fullTime: true, skills: ['lifting', 'alignment']},
  {employeeId: 'E1063', name: 'Inés Ferrelo', title: 'Assembly Fitter', hiredOn: date('2006-04-09'), fullTime: true, skills: ['lifting', 'alignment']},
  {employeeId: 'E1064', name: 'Oisin Calvadra', title: 'Assembly Fitter', hiredOn: date('2013-12-08'), fullTime: false, skills: ['lifting', 'balancing']},
  {employeeId: 'E1065', name: 'Freja Quistmark', title: 'Assembly Fitter', hiredOn: date('2005-08-15'), fullTime: true, skills: ['alignment', 'balancing']},
  {employeeId: 'E1066', name: 'Duarte Korvenaho', title: 'Assembly Fitter', hiredOn: date('2018-10-21'), fullTime: true, skills: ['balancing', 'lifting']},
  {employeeId: 'E1067', name: 'Signe Moorcastle', title: 'Assembly Fitter', hiredOn: date('2011-11-07'), fullTime: false, skills: ['lifting', 'alignment']},
  {employeeId: 'E1068', name: 'Emeric Belquist', title: 'Assembly Fitter', hiredOn: date('2007-04-13'), fullTime: true, skills: ['balancing', 'lifting']},
  {employeeId: 'E1069', name: 'Liina Marrowin', title: 'Head of Membrane Production', hiredOn: date('2009-12-28'), fullTime: false, skills: ['moulding', 'potting']},
  {employeeId: 'E1070', name: 'Gaspar Zaborin', title: 'Senior Membrane Operator', hiredOn: date('2002-08-11'), fullTime: true, skills: ['leak testing', 'moulding']},
  {employeeId: 'E1071', name: 'Ottilie Rosmere', title: 'Membrane Operator', hiredOn: date('2001-04-26'), fullTime: true, skills: ['leak testing', 'potting']},
  {employeeId: 'E1072', name: 'Henrike Brandover', title: 'Membrane Operator', hiredOn: date('2006-09-11'), fullTime: true, skills: ['potting', 'leak testing']},
  {employeeId: 'E1073', name: 'Jorun Hathelin', title: 'Membrane Operator', hiredOn: date('2005-09-24'), fullTime: true, skills: ['moulding', 'leak testing']},
  {employeeId: 'E1074', name: 'Tadeo Lindquarre', title: 'Membrane Operator', hiredOn: date('2016-10-23'), fullTime: false, skills: ['potting', 'leak testing']},
  {employeeId: 'E1075', name: 'Maelle Jastrow', title: 'Head of Field Service', hiredOn: date('2017-09-10'), fullTime: true, skills: ['flood call-outs', 'pumps']},
  {employeeId: 'E1076', name: 'Viktor Vanskoog', title: 'Senior Service Technician', hiredOn: date('2017-09-27'), fullTime: true, skills: ['welding', 'flood call-outs']},
  {employeeId: 'E1077', name: 'Runa Drumlane', title: 'Service Technician', hiredOn: date('2022-07-28'), fullTime: true, skills: ['flood call-outs', 'pumps']},
  {employeeId: 'E1078', name: 'Caspian Weidlhof', title: 'Service Technician', hiredOn: date('2010-03-18'), fullTime: true, skills: ['flood call-outs', 'welding']},
  {employeeId: 'E1079', name: 'Elsbeth Tolvane', title: 'Service Technician', hiredOn: date('2007-07-18'), fullTime: false, skills: ['pumps', 'welding']},
  {employeeId: 'E1080', name: 'Niamh Pellwick', title: 'Service Technician', hiredOn: date('2001-09-02'), fullTime: true, skills: ['welding', 'pumps']},
  {employeeId: 'E1081', name: 'Orso Askvold', title: 'Service Technician', hiredOn: date('2016-02-23'), fullTime: true, skills: ['flood call-outs', 'welding']},
  {employeeId: 'E1082', name: 'Petra Ormsun', title: 'Service Technician', hiredOn: date('2014-07-09'), fullTime: true, skills: ['welding', 'pumps']},
  {employeeId: 'E1083', name: 'Goran Marrowin', title: 'Service Technician', hiredOn: date('2011-07-27'), fullTime: true, skills: ['welding', 'flood call-outs']},
  {employeeId: 'E1084', name: 'Zofia Silvarro', title: 'Service Technician', hiredOn: date('2004-04-14'), fullTime: true, skills: ['welding', 'pumps']},
  {employeeId: 'E1085', name: 'Alvar Tamsaar', title: 'Service Technician', hiredOn: date('2023-01-02'), fullTime: true, skills: ['pumps', 'flood call-outs']},
  {employeeId: 'E1086', name: 'Birgit Nettlefold', title: 'Service Technician', hiredOn: date('2022-05-11'), fullTime: true, skills: ['pumps', 'welding']},
  {employeeId: 'E1087', name: 'Corin Ostrand', title: 'Head of Key Accounts', hiredOn: date('2004-08-24'), fullTime: true, skills: ['presentations', 'negotiation']},
  {employeeId: 'E1088', name: 'Dagny Ferrelo', title: 'Senior Account Manager', hiredOn: date('2023-04-23'), fullTime: true, skills: ['negotiation', 'tenders']},
  {employeeId: 'E1089', name: 'Eskil Calvadra', title: 'Account Manager', hiredOn: date('2013-11-14'), fullTime: true, skills: ['presentations', 'tenders']},
  {employeeId: 'E1090', name: 'Fiadh Quistmark', title: 'Account Manager', hiredOn: date('2018-04-28'), fullTime: true, skills: ['presentations', 'tenders']},
  {employeeId: 'E1091', name: 'Goran Korvenaho', title: 'Account Manager', hiredOn: date('2017-04-28'), fullTime: true, skills: ['presentations', 'tenders']},
  {employeeId: 'E1092', name: 'Hedda Moorcastle', title: 'Account Manager', hiredOn: date('2008-12-21'), fullTime: true, skills: ['tenders', 'negotiation']},
  {employeeId: 'E1093', name: 'Ivo Belquist', title: 'Account Manager', hiredOn: date('2020-06-07'), fullTime: true, skills: ['tenders', 'presentations']},
  {employeeId: 'E1094', name: 'Jutta Marrowin', title: 'Account Manager', hiredOn: date('2005-04-05'), fullTime: true, skills: ['negotiation', 'presentations']},
  {employeeId: 'E1095', name: 'Kalev Zaborin', title: 'Account Manager', hiredOn: date('2004-07-27'), fullTime: true, skills: ['presentations', 'tenders']},
  {employeeId: 'E1096', name: 'Leonor Rosmere', title: 'Head of Compliance', hiredOn: date('2007-07-21'), fullTime: true, skills: ['drinking water rules', 'labels']},
  {employeeId: 'E1097', name: 'Milo Brandover', title: 'Senior Compliance Officer', hiredOn: date('2007-10-22'), fullTime: true, skills: ['risk analysis', 'drinking water rules']},
  {employeeId: 'E1098', name: 'Noora Hathelin', title: 'Compliance Officer', hiredOn: date('2023-09-21'), fullTime: true, skills: ['labels', 'drinking water rules']},
  {employeeId: 'E1099', name: 'Oda Lindquarre', title: 'Compliance Officer', hiredOn: date('2003-08-04'), fullTime: false, skills: ['labels', 'risk analysis']},
  {employeeId: 'E1100', name: 'Piers Jastrow', title: 'Compliance Officer', hiredOn: date('2005-04-06'), fullTime: false, skills: ['drinking water rules', 'labels']},
  {employeeId: 'E1101', name: 'Mara Hathelin', title: 'Compliance Officer', hiredOn: date('2010-11-04'), fullTime: true, skills: ['drinking water rules', 'risk analysis']},
  {employeeId: 'E1102', name: 'Anselm Lindquarre', title: 'Head of Technical Writing', hiredOn: date('2003-02-11'), fullTime: true, skills: ['translation', 'illustration']},
  {employeeId: 'E1103', name: 'Ilse Jastrow', title: 'Senior Technical Writer', hiredOn: date('2014-04-20'), fullTime: true, skills: ['illustration', 'manuals']},
  {employeeId: 'E1104', name: 'Torvald Vanskoog', title: 'Technical Writer', hiredOn: date('2007-03-14'), fullTime: true, skills: ['illustration', 'translation']},
  {employeeId: 'E1105', name: 'Benedita Drumlane', title: 'Technical Writer', hiredOn: date('2013-04-20'), fullTime: true, skills: ['illustration', 'manuals']},
  {employeeId: 'E1106', name: 'Rurik Weidlhof', title: 'Technical Writer', hiredOn: date('2011-02-26'), fullTime: true, skills: ['illustration', 'translation']},
  {employeeId: 'E1107', name: 'Saoirse Tolvane', title: 'Technical Writer', hiredOn: date('2019-10-07'), fullTime: true, skills: ['translation', 'illustration']},
  {employeeId: 'E1108', name: 'Lenz Pellwick', title: 'Head of Test Engineering', hiredOn: date('2009-02-24'), fullTime: true, skills: ['endurance tests', 'data analysis']},
  {employeeId: 'E1109', name: 'Aino Askvold', title: 'Senior Test Engineer', hiredOn: date('2005-06-18'), fullTime: true, skills: ['data analysis', 'endurance tests']},
  {employeeId: 'E1110', name: 'Matteo Ormsun', title: 'Test Engineer', hiredOn: date('2013-04-24'), fullTime: true, skills: ['data analysis', 'acoustics']},
  {employeeId: 'E1111', name: 'Kadri Ellerby', title: 'Test Engineer', hiredOn: date('2016-02-01'), fullTime: true, skills: ['acoustics', 'endurance tests']},
  {employeeId: 'E1112', name: 'Pawel Silvarro', title: 'Test Engineer', hiredOn: date('2008-05-22'), fullTime: true, skills: ['endurance tests', 'data analysis']},
  {employeeId: 'E1113', name: 'Inés Tamsaar', title: 'Test Engineer', hiredOn: date('2019-03-18'), fullTime: false, skills: ['acoustics', 'data analysis']},
  {employeeId: 'E1114', name: 'Oisin Nettlefold', title: 'Test Engineer', hiredOn: date('2021-04-23'), fullTime: false, skills: ['data analysis', 'endurance tests']},
  {employeeId: 'E1115', name: 'Freja Ostrand', title: 'Test Engineer', hiredOn: date('2004-10-04'), fullTime: true, skills: ['data analysis', 'acoustics']},
  {employeeId: 'E1116', name: 'Duarte Ferrelo', title: 'Test Engineer', hiredOn: date('2013-09-02'), fullTime: true, skills: ['acoustics', 'data analysis']},
  {employeeId: 'E1117', name: 'Signe Calvadra', title: 'Head of Logistics', hiredOn: date('2001-02-09'), fullTime: true, skills: ['route planning', 'packing']},
  {employeeId: 'E1118', name: 'Emeric Quistmark', title: 'Senior Logistics Planner', hiredOn: date('2017-10-28'), fullTime: true, skills: ['packing', 'route planning']},
  {employeeId: 'E1119', name: 'Liina Korvenaho', title: 'Logistics Planner', hiredOn: date('2021-02-18'), fullTime: true, skills: ['customs', 'route planning']},
  {employeeId: 'E1120', name: 'Gaspar Moorcastle', title: 'Logistics Planner', hiredOn: date('2006-07-16'), fullTime: true, skills: ['route planning', 'customs']},
  {employeeId: 'E1121', name: 'Ottilie Belquist', title: 'Logistics Planner', hiredOn: date('2014-08-14'), fullTime: true, skills: ['route planning', 'packing']},
  {employeeId: 'E1122', name: 'Henrike Marrowin', title: 'Logistics Planner', hiredOn: date('2012-09-10'), fullTime: true, skills: ['route planning', 'packing']},
  {employeeId: 'E1123', name: 'Jorun Zaborin', title: 'Logistics Planner', hiredOn: date('2022-12-24'), fullTime: true, skills: ['customs', 'packing']},
  {employeeId: 'E1124', name: 'Tadeo Rosmere', title: 'Logistics Planner', hiredOn: date('2019-01-21'), fullTime: true, skills: ['packing', 'route planning']},
  {employeeId: 'E1125', name: 'Maelle Brandover', title: 'Head of Finance', hiredOn: date('2002-06-24'), fullTime: true, skills: ['audits', 'currency']},
  {employeeId: 'E1126', name: 'Viktor Hathelin', title: 'Senior Controller', hiredOn: date('2003-04-14'), fullTime: true, skills: ['currency', 'budgets']},
  {employeeId: 'E1127', name: 'Runa Lindquarre', title: 'Controller', hiredOn: date('2002-09-04'), fullTime: true, skills: ['audits', 'currency']},
  {employeeId: 'E1128', name: 'Caspian Jastrow', title: 'Controller', hiredOn: date('2005-04-20'), fullTime: true, skills: ['budgets', 'currency']},
  {employeeId: 'E1129', name: 'Elsbeth Vanskoog', title: 'Controller', hiredOn: date('2015-02-07'), fullTime: true, skills: ['currency', 'budgets']},
  {employeeId: 'E1130', name: 'Niamh Drumlane', title: 'Controller', hiredOn: date('2004-06-15'), fullTime: false, skills: ['currency', 'audits']}
] AS row
MERGE (n:Person {employeeId: row.employeeId}) SET n += row;

UNWIND [
  {sku: 'OF-C100', name: 'Aquilo 100 circulation pump', aliases: ['Aquilo small'], listPrice: 2190.0, launchedOn: date('2014-03-10'), description: 'Quiet pump for heating and drinking water loops.'},
  {sku: 'OF-C200', name: 'Aquilo 200 circulation pump', listPrice: 3480.0, launchedOn: date('2016-09-05'), description: 'Mid-size pump with built-in pressure control.'},
  {sku: 'OF-C400', name: 'Aquilo 400 circulation pump', listPrice: 6250.0, launchedOn: date('2019-05-20'), description: 'Large pump for district networks.'},
  {sku: 'OF-C410', name: 'Aquilo 410 twin pump', listPrice: 9900.0, launchedOn: date('2021-02-15'), description: 'Two pumps on one base that take turns.'},
  {sku: 'OF-D10', name: 'Pipetta 10 dosing pump', listPrice: 890.0, launchedOn: date('2012-10-01'), description: 'Doses chlorine for small wells.'},
  {sku: 'OF-D20', name: 'Pipetta 20 dosing pump', listPrice: 1240.0, launchedOn: date('2015-04-13'), description: 'Doses flocculant with stroke feedback.'},
  {sku: 'OF-D50', name: 'Pipetta 50 dosing station', aliases: ['the dosing wall'], listPrice: 7600.0, launchedOn: date('2020-06-08'), description: 'Wall-mounted station with two pumps and a tray.'},
  {sku: 'OF-D60', name: 'Pipetta 60 acid doser', listPrice: 1990.0, launchedOn: date('2023-01-16'), description: 'Resists strong acids and shows trapped air.'},
  {sku: 'OF-F150', name: 'Deluge 150 flood pump', listPrice: 11800.0, launchedOn: date('2013-08-19'), description: 'Portable pump that lifts storm water.'},
  {sku: 'OF-F300', name: 'Deluge 300 flood pump', aliases: ['Big Blue'], listPrice: 18400.0, launchedOn: date('2017-11-06'), description: 'Trailer pump for fire brigades and dams.'},
  {sku: 'OF-F310', name: 'Deluge 310 bypass set', listPrice: 26700.0, launchedOn: date('2022-03-28'), description: 'Replaces a pump station while it is rebuilt.'},
  {sku: 'OF-F50', name: 'Deluge 50 cellar pump', listPrice: 1450.0, launchedOn: date('2018-04-09'), description: 'Carried by one person into flooded cellars.'},
  {sku: 'OF-H500', name: 'Summit 500 high-head pump', listPrice: 32500.0, launchedOn: date('2018-10-22'), description: 'Lifts water five hundred metres to reservoirs.'},
  {sku: 'OF-H700', name: 'Summit 700 high-head pump', listPrice: 47100.0, launchedOn: date('2021-09-13'), description: 'Seven stages with a ceramic wear layer.'},
  {sku: 'OF-H710', name: 'Summit 710 desalination pump', listPrice: 58900.0, launchedOn: date('2024-02-26'), description: 'Feeds reverse osmosis lines with salt water.'},
  {sku: 'OF-M60', name: 'Veil 60 membrane module', listPrice: 2750.0, launchedOn: date('2016-01-25'), description: 'Ultrafiltration module for village plants.'},
  {sku: 'OF-M600', name: 'Veil 600 membrane rack', listPrice: 29800.0, launchedOn: date('2019-07-01'), description: 'Ten modules with automatic cleaning.'},
  {sku: 'OF-M610', name: 'Veil mobile laboratory', listPrice: 15300.0, launchedOn: date('2023-10-09'), description: 'Suitcase plant that tests raw water for a week.'},
  {sku: 'OF-U20', name: 'Granit 20 bed filter', listPrice: 5100.0, launchedOn: date('2011-05-02'), description: 'Pressure filter with a glass bed.'},
  {sku: 'OF-U40', name: 'Granit 40 bed filter', listPrice: 8700.0, launchedOn: date('2014-12-01'), description: 'Two-layer filter that rinses by itself.'},
  {sku: 'OF-V2', name: 'Lumen 2 disinfection unit', listPrice: 4300.0, launchedOn: date('2017-02-20'), description: 'Two ultraviolet lamps for small works.'},
  {sku: 'OF-V8', name: 'Lumen 8 disinfection unit', listPrice: 12900.0, launchedOn: date('2020-11-16'), description: 'Eight lamps with dose logging.'},
  {sku: 'OF-X5', name: 'Rondo 5 basin mixer', listPrice: 6900.0, launchedOn: date('2013-03-04'), description: 'Slow mixer for balancing tanks.'},
  {sku: 'OF-X9', name: 'Rondo 9 sludge mixer', listPrice: 13600.0, launchedOn: date('2019-10-28'), description: 'Strong mixer for thick sludge.'}
] AS row
MERGE (n:Product {sku: row.sku}) SET n += row;

UNWIND [
  {partNo: 'P-101', name: 'Orbis shaft seal', aliases: ['OSS'], massKg: 0.42, critical: true, singleSource: true, description: 'Mechanical seal of silicon carbide against carbon.'},
  {partNo: 'P-102', name: 'Tidal shaft seal', massKg: 0.61, critical: false, singleSource: false, description: 'Double seal with an oil chamber for dirty water.'},
  {partNo: 'P-103', name: 'Standard sealing ring SR-12', aliases: ['SR-12', 'the twelve ring'], massKg: 0.02, critical: false, singleSource: false, description: 'Rubber ring used on nearly every flange.'},
  {partNo: 'P-104', name: 'Flat gasket FG-80', massKg: 0.05, critical: false, singleSource: true, description: 'Fibre gasket for the eighty millimetre flange.'},
  {partNo: 'P-105', name: 'Ceramic thrust bearing', massKg: 0.38, critical: true, singleSource: true, description: 'Takes the axial load of vertical pumps.'},
  {partNo: 'P-106', name: 'Sleeve bearing SB-30', massKg: 0.17, critical: false, singleSource: true, description: 'Water-lubricated sleeve of resin-bonded carbon.'},
  {partNo: 'P-107', name: 'Roller bearing RB-60', massKg: 1.10, critical: false, singleSource: false, description: 'Grease-packed bearing for horizontal shafts.'},
  {partNo: 'P-108', name: 'Canned motor M1', massKg: 9.40, critical: false, singleSource: true, description: 'Wet-running motor of one kilowatt.'},
  {partNo: 'P-109', name: 'Asynchronous motor M7', massKg: 61.00, critical: false, singleSource: true, description: 'Motor of seven kilowatts with a brake.'},
  {partNo: 'P-110', name: 'Flood motor M15', massKg: 118.00, critical: false, singleSource: true, description: 'Submersible motor that may run dry for ten minutes.'},
  {partNo: 'P-111', name: 'Stepper drive SD-4', massKg: 0.90, critical: false, singleSource: true, description: 'Positions the dosing stroke in fine steps.'},
  {partNo: 'P-112', name: 'Lark controller board', aliases: ['Lark board'], massKg: 0.31, critical: true, singleSource: true, description: 'Main board with two field bus ports.'},
  {partNo: 'P-113', name: 'Wren controller board', aliases: ['Wren board'], massKg: 0.29, critical: false, singleSource: false, description: 'Rugged board with wide supply range.'},
  {partNo: 'P-114', name: 'Bootloader licence BL-2', massKg: 0.00, critical: false, singleSource: true, description: 'Signed start-up software with a yearly fee.'},
  {partNo: 'P-115', name: 'Radio modem RM-5', massKg: 0.22, critical: false, singleSource: true, description: 'Sends readings over twenty kilometres.'},
  {partNo: 'P-116', name: 'Pressure sensor PS-16', massKg: 0.08, critical: true, singleSource: true, description: 'Ceramic cell for up to sixteen bar.'},
  {partNo: 'P-117', name: 'Turbidity sensor TS-2', aliases: ['cloud eye'], massKg: 0.35, critical: false, singleSource: true, description: 'Measures scattered light behind a sapphire window.'},
  {partNo: 'P-118', name: 'Flow sensor FS-9', massKg: 0.54, critical: false, singleSource: false, description: 'Magnetic flow meter without moving parts.'},
  {partNo: 'P-119', name: 'Leak detector LD-1', massKg: 0.04, critical: false, singleSource: true, description: 'Reports moisture in the oil chamber.'},
  {partNo: 'P-120', name: 'Submersible cable SC-10', massKg: 4.80, critical: false, singleSource: true, description: 'Ten metres of cable with a water-blocked core.'},
  {partNo: 'P-121', name: 'Cable gland CG-25', massKg: 0.09, critical: false, singleSource: true, description: 'Brass gland with two sealing inserts.'},
  {partNo: 'P-122', name: 'Cabinet harness CH-3', massKg: 1.30, critical: false, singleSource: true, description: 'Prepared wiring loom for control cabinets.'},
  {partNo: 'P-123', name: 'Volute housing VH-200', massKg: 32.00, critical: false, singleSource: true, description: 'Cast stainless housing for two hundred millimetres.'},
  {partNo: 'P-124', name: 'Volute housing VH-400', massKg: 97.00, critical: false, singleSource: false, description: 'Large casting with inspection window.'},
  {partNo: 'P-125', name: 'Closed impeller CI-6', massKg: 3.60, critical: false, singleSource: true, description: 'Six-vane impeller balanced on site.'},
  {partNo: 'P-126', name: 'Vortex impeller VI-2', massKg: 5.20, critical: false, singleSource: true, description: 'Passes rags and stones without blocking.'},
  {partNo: 'P-127', name: 'Dosing head DH-1', massKg: 0.75, critical: false, singleSource: true, description: 'Transparent head that shows trapped air.'},
  {partNo: 'P-128', name: 'Manifold MF-6', massKg: 2.20, critical: false, singleSource: true, description: 'Six-way moulded manifold.'},
  {partNo: 'P-129', name: 'Sensor cap SK-3', massKg: 0.06, critical: false, singleSource: true, description: 'Snap-on cap with a wiper lip.'},
  {partNo: 'P-130', name: 'Terminal cover TC-1', massKg: 0.25, critical: false, singleSource: true, description: 'Impact-proof cover with lead seal.'},
  {partNo: 'P-131', name: 'Sintered glass medium', massKg: 25.00, critical: false, singleSource: true, description: 'Filter bed in bags of twenty-five kilograms.'},
  {partNo: 'P-132', name: 'Fine sand medium', massKg: 25.00, critical: false, singleSource: true, description: 'Washed sand for polishing filters.'},
  {partNo: 'P-133', name: 'Check valve CV-50', massKg: 1.90, critical: false, singleSource: true, description: 'Swing valve with a soft seat.'},
  {partNo: 'P-134', name: 'Relief valve RV-8', massKg: 0.66, critical: false, singleSource: true, description: 'Opens at eight bar and closes tight.'},
  {partNo: 'P-135', name: 'Anti-siphon valve AV-2', massKg: 0.21, critical: false, singleSource: false, description: 'Stops chemicals from running on by themselves.'},
  {partNo: 'P-136', name: 'Ceramic coating CC-4', massKg: 0.00, critical: false, singleSource: true, description: 'Wear layer sprayed on impellers.'},
  {partNo: 'P-137', name: 'Powder coating PC-1', massKg: 0.00, critical: false, singleSource: true, description: 'Blue outdoor finish.'},
  {partNo: 'P-138', name: 'Locking ring LR-20', massKg: 0.03, critical: false, singleSource: true, description: 'Keeps the impeller on its shaft.'},
  {partNo: 'P-139', name: 'Duplex stud DS-16', massKg: 0.19, critical: false, singleSource: true, description: 'High-strength stud for pressure vessels.'},
  {partNo: 'P-140', name: 'Diaphragm plate DP-7', massKg: 0.12, critical: false, singleSource: true, description: 'Spring steel plate behind the dosing diaphragm.'},
  {partNo: 'P-141', name: 'Valve spring VS-3', massKg: 0.01, critical: false, singleSource: true, description: 'Tension spring for relief valves.'},
  {partNo: 'P-142', name: 'Ultraviolet lamp UL-90', aliases: ['the blue lamp'], massKg: 0.48, critical: true, singleSource: true, description: 'Amalgam lamp rated for a year and a half.'},
  {partNo: 'P-143', name: 'Quartz sleeve QS-90', massKg: 0.72, critical: false, singleSource: true, description: 'Protects the lamp from cold water.'},
  {partNo: 'P-144', name: 'Lamp ballast LB-2', massKg: 1.40, critical: false, singleSource: false, description: 'Drives two lamps and counts their hours.'},
  {partNo: 'P-145', name: 'Hollow fibre bundle HF-60', massKg: 6.10, critical: true, singleSource: true, description: 'Sixty square metres of ultrafiltration fibre.'},
  {partNo: 'P-146', name: 'End cap EC-60', massKg: 1.15, critical: false, singleSource: true, description: 'Closes the membrane module.'},
  {partNo: 'P-147', name: 'Planetary gearbox PG-12', massKg: 14.50, critical: false, singleSource: true, description: 'Twelve to one ratio with food-safe oil.'},
  {partNo: 'P-148', name: 'Mixer coupling MC-4', massKg: 2.70, critical: false, singleSource: false, description: 'Elastic coupling that fails before the shaft.'},
  {partNo: 'P-149', name: 'Hose coupling HC-100', aliases: ['the claw'], massKg: 3.30, critical: false, singleSource: true, description: 'Quick coupling for flood hoses.'},
  {partNo: 'P-150', name: 'Quick connector QC-6', massKg: 0.07, critical: false, singleSource: true, description: 'Push-in connector for chemical hose.'},
  {partNo: 'P-151', name: 'Transport crate TK-2', massKg: 18.00, critical: false, singleSource: true, description: 'Returnable crate of pine.'},
  {partNo: 'P-152', name: 'Shaft blank SH-40', massKg: 7.70, critical: false, singleSource: true, description: 'Ground bar ready for turning.'},
  {partNo: 'P-153', name: 'Mixer shaft MS-55', massKg: 21.00, critical: false, singleSource: true, description: 'Forged shaft with two keyways.'},
  {partNo: 'P-154', name: 'Forged flange FF-200', massKg: 11.60, critical: false, singleSource: true, description: 'Flange for two hundred millimetre pipes.'},
  {partNo: 'P-155', name: 'Backup battery BB-24', massKg: 5.40, critical: true, singleSource: true, description: 'Keeps alarms alive for two days.'},
  {partNo: 'P-156', name: 'Battery charger BC-24', massKg: 1.80, critical: false, singleSource: true, description: 'Temperature-guided charger.'},
  {partNo: 'P-157', name: 'Potting resin PR-9', massKg: 1.00, critical: false, singleSource: true, description: 'Two-part resin that seals membrane ends.'},
  {partNo: 'P-158', name: 'Cleaning agent CA-5', massKg: 5.00, critical: false, singleSource: true, description: 'Mild acid for monthly cleaning.'},
  {partNo: 'P-159', name: 'Operator panel OP-7', massKg: 0.95, critical: false, singleSource: true, description: 'Seven-inch panel readable in sunlight.'},
  {partNo: 'P-160', name: 'Warning beacon WB-1', massKg: 0.40, critical: false, singleSource: true, description: 'Red and amber light for pump houses.'}
] AS row
MERGE (n:Component {partNo: row.partNo}) SET n += row;

UNWIND [
  {supplierId: 'S01', name: 'Kestrin Castings', aliases: ['Kestrin'], rating: 4.5, approved: true, description: 'Foundry for stainless housings and impellers, pours twice a week.'},
  {supplierId: 'S02', name: 'Ulvane Seals', rating: 3.5, approved: true, description: 'Family firm that grinds mechanical shaft seals.'},
  {supplierId: 'S03', name: 'Drommel Bearings', aliases: ['Drommel'], rating: 4.5, approved: true, description: 'Makes ceramic and steel bearings in small series.'},
  {supplierId: 'S04', name: 'Pellaro Motors', rating: 4.0, approved: true, description: 'Winds canned and asynchronous motors.'},
  {supplierId: 'S05', name: 'Hexavolt Electronics', aliases: ['Hexavolt', 'HVX'], rating: 3.5, approved: true, description: 'Contract manufacturer of controller boards.'},
  {supplierId: 'S06', name: 'Sorrel Sensorics', rating: 4.5, approved: true, description: 'Pressure, flow and turbidity sensors.'},
  {supplierId: 'S07', name: 'Brightfen Cables', rating: 3.0, approved: true, description: 'Submersible cables and glands.'},
  {supplierId: 'S08', name: 'Tavora Plastics', rating: 3.5, approved: true, description: 'Injection-moulded covers and manifolds.'},
  {supplierId: 'S09', name: 'Norrfjell Filter Media', rating: 3.0, approved: true, description: 'Sintered glass and sand media.'},
  {supplierId: 'S10', name: 'Grenshaw Valves', aliases: ['Grenshaw'], rating: 3.0, approved: true, description: 'Check valves and relief valves.'},
  {supplierId: 'S11', name: 'Zellmar Gaskets', rating: 4.0, approved: true, description: 'Cuts flat gaskets and rings from rubber sheet.'},
  {supplierId: 'S12', name: 'Amberline Coatings', rating: 2.5, approved: true, description: 'Powder and ceramic coatings as a service.'},
  {supplierId: 'S13', name: 'Quorran Fasteners', rating: 4.5, approved: true, description: 'Bolts, studs and locking rings in duplex steel.'},
  {supplierId: 'S14', name: 'Vistulo Springs', rating: 3.5, approved: true, description: 'Springs and diaphragm plates.'},
  {supplierId: 'S15', name: 'Lumenta Lamps', rating: 4.5, approved: true, description: 'Ultraviolet lamps and quartz sleeves.'},
  {supplierId: 'S16', name: 'Corvish Membranes', rating: 4.5, approved: true, description: 'Hollow fibres for ultrafiltration.'},
  {supplierId: 'S17', name: 'Maltorre Gearboxes', rating: 3.5, approved: true, description: 'Planetary gearboxes for mixers.'},
  {supplierId: 'S18', name: 'Sagebrook Software', rating: 3.5, approved: true, description: 'Licenses the bootloader and encryption library.'},
  {supplierId: 'S19', name: 'Tindle Roe Hydraulics', aliases: ['TRH'], rating: 3.5, approved: true, description: 'Hose couplings and quick connectors.'},
  {supplierId: 'S20', name: 'Ravnok Radio', rating: 4.5, approved: true, description: 'Radio modems for remote pump stations.'},
  {supplierId: 'S21', name: 'Pinhal Packaging', rating: 4.5, approved: false, description: 'Crates and moisture-proof wrapping.'},
  {supplierId: 'S22', name: 'Eisengrat Steel', rating: 4.5, approved: true, description: 'Bright steel bars for shafts.'},
  {supplierId: 'S23', name: 'Miravento Batteries', rating: 3.0, approved: true, description: 'Backup batteries and chargers.'},
  {supplierId: 'S24', name: 'Kaldora Chemicals', rating: 3.5, approved: true, description: 'Cleaning agents and potting resin.'},
  {supplierId: 'S25', name: 'Jarnvik Forging', rating: 3.0, approved: true, description: 'Forged flanges and shafts.'},
  {supplierId: 'S26', name: 'Solmera Displays', rating: 3.0, approved: true, description: 'Sunlight-readable operator panels.'}
] AS row
MERGE (n:Supplier {supplierId: row.supplierId}) SET n += row;

UNWIND [
  {customerId: 'K01', name: 'Brellin Waterworks', sector: 'utility', description: 'Supplies a town of ninety thousand people.'},
  {customerId: 'K02', name: 'Fjordbyen Utilities', sector: 'utility', description: 'Runs twelve pump stations along the coast.'},
  {customerId: 'K03', name: 'Altenmoor Municipality', sector: 'municipality', description: 'Mountain community with three reservoirs.'},
  {customerId: 'K04', name: 'Castel Ombra Spa', sector: 'hospitality', description: 'Thermal baths with six pools.'},
  {customerId: 'K05', name: 'Kuldre Dairy', sector: 'industry', description: 'Dairy that reuses its rinse water.'},
  {customerId: 'K06', name: 'Saarela Paper', sector: 'industry', description: 'Paper mill with its own lake intake.'},
  {customerId: 'K07', name: 'Glenmarrow Distillers', aliases: ['Glenmarrow'], sector: 'industry', description: 'Distillery that cools with river water.'},
  {customerId: 'K08', name: 'Ribeira Alta Irrigation', sector: 'agriculture', description: 'Cooperative of two hundred fruit growers.'},
  {customerId: 'K09', name: 'Wislanka Water Company', sector: 'utility', description: 'Regional utility with old cast-iron mains.'},
  {customerId: 'K10', name: 'Costa Bravida Desalination', aliases: ['CBD plant'], sector: 'utility', description: 'Turns sea water into drinking water.'},
  {customerId: 'K11', name: 'Hospital of Saint Orwen', aliases: ['Saint Orwen'], sector: 'health', description: 'Hospital with strict limits on germs.'},
  {customerId: 'K12', name: 'Tarnholm Fire Brigade', sector: 'emergency', description: 'Volunteer brigade with two flood trailers.'},
  {customerId: 'K13', name: 'Nedrefoss Salmon', sector: 'agriculture', description: 'Fish farm that needs clear water all year.'},
  {customerId: 'K14', name: 'Obersee Breweries', sector: 'industry', description: 'Three breweries around one lake.'},
  {customerId: 'K15', name: 'Lagorosso Vineyards', sector: 'agriculture', description: 'Vineyards with drip irrigation.'},
  {customerId: 'K16', name: 'Porto Serrado Harbour', sector: 'transport', description: 'Harbour with dry docks to empty.'},
  {customerId: 'K17', name: 'Pohjala Data Halls', sector: 'industry', description: 'Computer centre cooled by a lake.'},
  {customerId: 'K18', name: 'Zielona Dolina Housing', sector: 'housing', description: 'Estate of four thousand flats.'},
  {customerId: 'K19', name: 'Mirador Greenhouses', sector: 'agriculture', description: 'Tomato houses that recycle drainage.'},
  {customerId: 'K20', name: 'Viimla Swimming Hall', sector: 'leisure', description: 'Public pool with a wave machine.'},
  {customerId: 'K21', name: 'Ballycorrin County Council', sector: 'municipality', description: 'County that floods most winters.'},
  {customerId: 'K22', name: 'Sondermark Pharma', sector: 'health', description: 'Maker of infusion liquids.'},
  {customerId: 'K23', name: 'Valdisera Ski Resort', sector: 'leisure', description: 'Makes snow from a mountain lake.'},
  {customerId: 'K24', name: 'Rozlewo Chemical Park', sector: 'industry', description: 'Park of nine small chemical makers.'}
] AS row
MERGE (n:Customer {customerId: row.customerId}) SET n += row;

UNWIND [
  {incidentNo: 'I-001', title: 'Night flooding of the Brellin pump hall', reportedOn: date('2024-11-18'), severity: 5, resolved: true, downtimeHours: 31.5, report: 'The shaft seal of the second pump opened at two in the morning and the hall stood under forty centimetres of water. Dry running before the failure had cracked the carbon face.'},
  {incidentNo: 'I-002', title: 'Chlorine smell at Castel Ombra', reportedOn: date('2024-06-02'), severity: 4, resolved: true, downtimeHours: 6.0, report: 'The valve stuck open and chlorine kept running after the pump had stopped. Bathers were sent home for an afternoon.'},
  {incidentNo: 'I-003', title: 'Reservoir below minimum in Altenmoor', reportedOn: date('2023-12-27'), severity: 4, resolved: true, downtimeHours: 19.0, report: 'The thrust bearing seized during the holiday peak, so the upper reservoir could not be filled.'},
  {incidentNo: 'I-004', title: 'Lost readings along the fjord', reportedOn: date('2025-01-09'), severity: 2, resolved: true, downtimeHours: 0.0, report: 'Three stations fell silent when ice covered the antennas. The modem did not try again after its third failure.'},
  {incidentNo: 'I-005', title: 'Cloudy rinse water at the dairy', reportedOn: date('2024-03-14'), severity: 3, resolved: true, downtimeHours: 9.5, report: 'The sensor reported clear water while milk residue passed the filter. Its window was scratched by a brush.'},
  {incidentNo: 'I-006', title: 'Intake motor tripped at Saarela', reportedOn: date('2023-08-21'), severity: 3, resolved: true, downtimeHours: 12.0, report: 'Moist air had condensed in the terminal box and tripped the motor twice in one shift.'},
  {incidentNo: 'I-007', title: 'Cooling alarm at Glenmarrow', reportedOn: date('2024-09-05'), severity: 2, resolved: true, downtimeHours: 1.5, report: 'A drifting pressure reading shut the cooling loop down although the flow was normal.'},
  {incidentNo: 'I-008', title: 'Burst coupling in the orchard main', reportedOn: date('2024-07-19'), severity: 3, resolved: true, downtimeHours: 4.0, report: 'The claw opened under pressure because a locking pin had been left out after cleaning.'},
  {incidentNo: 'I-009', title: 'Water hammer in the Wislanka main', reportedOn: date('2023-10-11'), severity: 4, resolved: true, downtimeHours: 16.0, report: 'The flap closed late and a pressure wave split an old iron pipe two streets away.'},
  {incidentNo: 'I-010', title: 'Salt creeping into the product line', reportedOn: date('2025-02-24'), severity: 5, resolved: false, downtimeHours: 44.0, report: 'Sea water passed the inner seal and raised the salt content of the drinking water. The unit was isolated and the seal is under investigation.'},
  {incidentNo: 'I-011', title: 'Germ count above limit in ward four', reportedOn: date('2024-10-30'), severity: 5, resolved: true, downtimeHours: 22.0, report: 'A lamp had aged faster than its counter showed and the dose fell below the hospital limit.'},
  {incidentNo: 'I-012', title: 'Flood trailer would not start', reportedOn: date('2023-11-02'), severity: 4, resolved: true, downtimeHours: 2.0, report: 'The battery had lost its charge during summer storage and the crew had to use a car to start the pump.'},
  {incidentNo: 'I-013', title: 'Fish stress after filter change', reportedOn: date('2024-05-08'), severity: 3, resolved: true, downtimeHours: 8.0, report: 'Unwashed sand from one delivery clouded the tanks for several hours.'},
  {incidentNo: 'I-014', title: 'Short supply to the brew house', reportedOn: date('2024-01-17'), severity: 2, resolved: true, downtimeHours: 3.5, report: 'A vane had broken off and the pump lost a third of its output.'},
  {incidentNo: 'I-015', title: 'Dripping valves between the vines', reportedOn: date('2024-08-12'), severity: 1, resolved: true, downtimeHours: 0.0, report: 'Relief valves opened half a bar too early after a warm week.'},
  {incidentNo: 'I-016', title: 'Dry dock emptied too slowly', reportedOn: date('2024-02-29'), severity: 3, resolved: true, downtimeHours: 7.0, report: 'Mussel shells wore the vanes round, so the dock crew lost half a day.'},
  {incidentNo: 'I-017', title: 'Hot aisle at Pohjala', reportedOn: date('2025-03-06'), severity: 4, resolved: true, downtimeHours: 5.5, report: 'The board restarted during a firmware update and left both pumps off for eleven minutes.'},
  {incidentNo: 'I-018', title: 'Noise complaints in Zielona Dolina', reportedOn: date('2023-09-25'), severity: 1, resolved: true, downtimeHours: 0.0, report: 'Worn bearings hummed through the heating pipes and woke residents on the lower floors.'},
  {incidentNo: 'I-019', title: 'Fertiliser overdose in house nine', reportedOn: date('2024-04-03'), severity: 3, resolved: true, downtimeHours: 10.0, report: 'The drive lost its zero position after a power dip and dosed double strokes until noon.'},
  {incidentNo: 'I-020', title: 'Red water in the wave pool', reportedOn: date('2023-07-15'), severity: 2, resolved: true, downtimeHours: 26.0, report: 'Rust from a casting defect coloured the pool. The housing was replaced under warranty.'},
  {incidentNo: 'I-021', title: 'Bypass set stopped on Christmas Eve', reportedOn: date('2024-12-24'), severity: 5, resolved: true, downtimeHours: 14.0, report: 'The motor overheated when leaves blocked the cooling jacket and the street flooded again.'},
  {incidentNo: 'I-022', title: 'Particle alarm in the filling line', reportedOn: date('2025-01-30'), severity: 5, resolved: false, downtimeHours: 52.0, report: 'Broken fibres let particles through to the filling line. Two batches were destroyed as a precaution.'},
  {incidentNo: 'I-023', title: 'Snow guns without pressure', reportedOn: date('2023-12-09'), severity: 3, resolved: true, downtimeHours: 11.0, report: 'A hairline crack in the casting let the pressure drop each time the pump started in frost.'},
  {incidentNo: 'I-024', title: 'Acid mist in the dosing room', reportedOn: date('2024-06-26'), severity: 4, resolved: true, downtimeHours: 18.0, report: 'The dosing head had crazed from a solvent that is not on the list of permitted liquids.'},
  {incidentNo: 'I-025', title: 'Stuck mixer in the balancing tank', reportedOn: date('2024-03-28'), severity: 3, resolved: true, downtimeHours: 20.0, report: 'The gearbox ran without oil after a drain plug had been lost during transport.'},
  {incidentNo: 'I-026', title: 'False leak alarms every dawn', reportedOn: date('2024-09-19'), severity: 1, resolved: true, downtimeHours: 0.0, report: 'Dew on the detector was taken for a leak each morning at sunrise.'},
  {incidentNo: 'I-027', title: 'Panel blank in the sun', reportedOn: date('2024-08-01'), severity: 1, resolved: true, downtimeHours: 0.5, report: 'The operator could not read the panel because its film had peeled away in the heat.'},
  {incidentNo: 'I-028', title: 'Cable jacket chewed in the sump', reportedOn: date('2023-11-30'), severity: 3, resolved: true, downtimeHours: 6.5, report: 'Rats had opened the jacket and water reached the junction box.'},
  {incidentNo: 'I-029', title: 'Membrane ends leaking at Kuldre', reportedOn: date('2024-11-05'), severity: 3, resolved: true, downtimeHours: 15.0, report: 'The resin had not cured in the cold hall and came loose from the shell.'},
  {incidentNo: 'I-030', title: 'Lost impeller in the heating loop', reportedOn: date('2024-02-08'), severity: 4, resolved: true, downtimeHours: 13.0, report: 'The locking ring sprang off, the impeller walked along the shaft and the flats stayed cold overnight.'},
  {incidentNo: 'I-031', title: 'Second seal failure at Brellin', reportedOn: date('2025-02-03'), severity: 4, resolved: false, downtimeHours: 17.0, report: 'A seal from the same batch as in the autumn leaked after nine weeks. The batch has been blocked.'},
  {incidentNo: 'I-032', title: 'Ballast fire alarm in the chapel wing', reportedOn: date('2025-03-19'), severity: 4, resolved: false, downtimeHours: 8.5, report: 'A ballast smoked after lightning and set off the fire alarm. Nobody was hurt.'},
  {incidentNo: 'I-033', title: 'Wrong ring on the test flange', reportedOn: date('2023-05-16'), severity: 1, resolved: true, downtimeHours: 1.0, report: 'A ring of the right size but the wrong rubber swelled in hot water and dripped.'},
  {incidentNo: 'I-034', title: 'Backflow into the well', reportedOn: date('2024-10-14'), severity: 3, resolved: true, downtimeHours: 5.0, report: 'A twig held the flap open, so fertiliser water ran back towards the well.'},
  {incidentNo: 'I-035', title: 'Snapped coupling in the sludge tank', reportedOn: date('2023-06-07'), severity: 2, resolved: true, downtimeHours: 9.0, report: 'The coupling broke as designed when a wooden beam jammed the mixer.'},
  {incidentNo: 'I-036', title: 'Frozen gauge at the lift station', reportedOn: date('2025-01-21'), severity: 2, resolved: true, downtimeHours: 2.5, report: 'The cell froze because trace heating had been switched off to save energy.'}
] AS row
MERGE (n:Incident {incidentNo: row.incidentNo}) SET n += row;

UNWIND [
  {regulationId: 'R01', name: 'Drinking Water Contact Rule', aliases: ['DWC Rule'], inForceSince: date('2015-01-01'), summary: 'Limits what wetted materials may release into drinking water.'},
  {regulationId: 'R02', name: 'Machinery Guarding Code', inForceSince: date('2011-07-01'), summary: 'Requires covers and emergency stops on rotating parts.'},
  {regulationId: 'R03', name: 'Chemical Dosing Safety Order', aliases: ['CDSO'], inForceSince: date('2018-04-01'), summary: 'Demands anti-siphon protection and drip trays.'},
  {regulationId: 'R04', name: 'Radio Equipment Notice', inForceSince: date('2017-06-12'), summary: 'Sets transmit power and licence-free bands.'},
  {regulationId: 'R05', name: 'Flood Equipment Readiness Act', aliases: ['FERA'], inForceSince: date('2020-10-01'), summary: 'Obliges brigades to test flood pumps twice a year.'},
  {regulationId: 'R06', name: 'Disinfection Dose Standard', inForceSince: date('2016-03-15'), summary: 'Defines the minimum ultraviolet dose and its logging.'},
  {regulationId: 'R07', name: 'Pressure Vessel Rule', inForceSince: date('2009-05-01'), summary: 'Covers design and yearly inspection of vessels above half a bar.'},
  {regulationId: 'R08', name: 'Battery Take-back Ordinance', inForceSince: date('2022-01-01'), summary: 'Makes sellers take back used batteries free of charge.'},
  {regulationId: 'R09', name: 'Connected Device Security Act', aliases: ['CDSA'], inForceSince: date('2025-01-01'), summary: 'Requires signed updates and a contact for reported weaknesses.'},
  {regulationId: 'R10', name: 'Quiet Neighbourhood Decree', inForceSince: date('2019-09-01'), summary: 'Caps the noise of building equipment at night.'}
] AS row
MERGE (n:Regulation {regulationId: row.regulationId}) SET n += row;

UNWIND [
  {documentNo: 'D01', title: 'Seal failure analysis Brellin', kind: 'report', publishedOn: date('2025-02-17'), pages: 24, tags: ['seal', 'failure'], summary: 'Concludes that one batch of carbon faces was fired too cold.'},
  {documentNo: 'D02', title: 'Aquilo installation manual', kind: 'manual', publishedOn: date('2021-03-01'), pages: 88, tags: ['install', 'pump'], summary: 'Explains pipework, venting and the first start.'},
  {documentNo: 'D03', title: 'Safe dosing handbook', kind: 'manual', publishedOn: date('2020-07-15'), pages: 64, tags: ['dosing', 'safety'], summary: 'Tells operators how to avoid siphoning and splashes.'},
  {documentNo: 'D04', title: 'Flood fleet checklist', kind: 'checklist', publishedOn: date('2022-10-03'), pages: 6, tags: ['flood', 'readiness'], summary: 'One page per half-year test with signatures.'},
  {documentNo: 'D05', title: 'Bulletin 14: check lamp hours', kind: 'bulletin', publishedOn: date('2024-11-11'), pages: 3, tags: ['lamp', 'bulletin'], summary: 'Asks hospitals to replace lamps three months early.'},
  {documentNo: 'D06', title: 'Lark board schematic', kind: 'drawing', publishedOn: date('2019-09-27'), pages: 12, tags: ['electronics'], summary: 'Circuit diagram with test points.'},
  {documentNo: 'D07', title: 'Security statement 2025', kind: 'report', publishedOn: date('2025-01-20'), pages: 18, tags: ['security'], summary: 'Describes signed updates and how to report weaknesses.'},
  {documentNo: 'D08', title: 'Wear study vortex impeller', kind: 'report', publishedOn: date('2024-04-30'), pages: 31, tags: ['wear', 'test'], summary: 'Compares coated and bare vanes after a thousand hours with shells.'},
  {documentNo: 'D09', title: 'Membrane potting instruction', kind: 'instruction', publishedOn: date('2023-12-12'), pages: 15, tags: ['membrane'], summary: 'Gives curing times by hall temperature.'},
  {documentNo: 'D10', title: 'Water hammer guideline', kind: 'guideline', publishedOn: date('2023-11-20'), pages: 22, tags: ['pressure'], summary: 'Shows when a swing valve must be damped.'},
  {documentNo: 'D11', title: 'Second source plan', kind: 'plan', publishedOn: date('2024-10-21'), pages: 40, tags: ['sourcing'], summary: 'Lists single-source parts in order of risk.'},
  {documentNo: 'D12', title: 'Noise measurement Zielona Dolina', kind: 'report', publishedOn: date('2023-10-16'), pages: 9, tags: ['noise'], summary: 'Night measurements in twelve flats.'},
  {documentNo: 'D13', title: 'Radio range trial', kind: 'report', publishedOn: date('2025-02-10'), pages: 14, tags: ['radio', 'winter'], summary: 'Ice on antennas halves the range.'},
  {documentNo: 'D14', title: 'Summit commissioning guide', kind: 'manual', publishedOn: date('2021-10-04'), pages: 72, tags: ['install', 'high head'], summary: 'Step list for filling long rising mains.'},
  {documentNo: 'D15', title: 'Supplier audit of Kestrin Castings', kind: 'audit', publishedOn: date('2024-05-23'), pages: 11, tags: ['audit'], summary: 'Finds good pouring practice but weak crack testing.'},
  {documentNo: 'D16', title: 'Battery storage advice', kind: 'bulletin', publishedOn: date('2023-11-27'), pages: 2, tags: ['battery', 'bulletin'], summary: 'Recommends a charger during summer storage.'},
  {documentNo: 'D17', title: 'Lumen validation certificate', kind: 'certificate', publishedOn: date('2020-12-01'), pages: 7, tags: ['dose'], summary: 'Proves the dose at the highest flow.'},
  {documentNo: 'D18', title: 'Cold test log Torvik', kind: 'report', publishedOn: date('2023-03-14'), pages: 55, tags: ['test', 'winter'], summary: 'Six months of seal temperatures in sea water.'},
  {documentNo: 'D19', title: 'Mixer gearbox service sheet', kind: 'instruction', publishedOn: date('2024-04-15'), pages: 4, tags: ['mixer', 'oil'], summary: 'Oil level, plug torque and transport position.'},
  {documentNo: 'D20', title: 'Permitted liquids list', kind: 'list', publishedOn: date('2024-07-08'), pages: 10, tags: ['dosing', 'chemistry'], summary: 'Liquids that may touch the transparent head.'},
  {documentNo: 'D21', title: 'Filter bed handling note', kind: 'note', publishedOn: date('2024-05-21'), pages: 3, tags: ['filter'], summary: 'Sand must be washed on arrival.'},
  {documentNo: 'D22', title: 'Veil mobile laboratory leaflet', kind: 'leaflet', publishedOn: date('2023-10-09'), pages: 4, tags: ['sales'], summary: 'Sales leaflet with prices for weekly hire.'},
  {documentNo: 'D23', title: 'Fibre breakage investigation', kind: 'report', publishedOn: date('2025-02-28'), pages: 27, tags: ['membrane', 'failure'], summary: 'Suspects a pressure peak during cleaning.'},
  {documentNo: 'D24', title: 'Terminal cover drawing', kind: 'drawing', publishedOn: date('2012-02-06'), pages: 2, tags: ['mechanics'], summary: 'Drawing with lead seal position.'}
] AS row
MERGE (n:Document {documentNo: row.documentNo}) SET n += row;

UNWIND [
  {contractNo: 'C-501', title: 'Seal frame agreement', startsOn: date('2023-01-01'), endsOn: date('2025-12-31'), value: 480000, renewsAutomatically: true, terms: 'Prices fixed for three years, penalty after five days of delay.'},
  {contractNo: 'C-502', title: 'Castings frame agreement', startsOn: date('2022-07-01'), endsOn: date('2026-06-30'), value: 1950000, renewsAutomatically: true, terms: 'Pattern tools remain our property.'},
  {contractNo: 'C-503', title: 'Bearing call-off contract', startsOn: date('2024-03-01'), endsOn: date('2025-02-28'), value: 210000, renewsAutomatically: false, terms: 'Monthly call-off with a safety stock.'},
  {contractNo: 'C-504', title: 'Controller board contract', startsOn: date('2023-10-01'), endsOn: date('2026-09-30'), value: 870000, renewsAutomatically: false, terms: 'Last orders must be offered a year ahead.'},
  {contractNo: 'C-505', title: 'Motor supply contract', startsOn: date('2021-05-01'), endsOn: date('2025-04-30'), value: 2640000, renewsAutomatically: true, terms: 'Copper price clause reviewed each quarter.'},
  {contractNo: 'C-506', title: 'Lamp exchange agreement', startsOn: date('2024-01-01'), endsOn: date('2026-12-31'), value: 155000, renewsAutomatically: true, terms: 'Used lamps are taken back.'},
  {contractNo: 'C-507', title: 'Fibre development contract', startsOn: date('2024-09-01'), endsOn: date('2027-08-31'), value: 990000, renewsAutomatically: false, terms: 'Shares the results of the new fibre for food plants.'},
  {contractNo: 'C-508', title: 'Bootloader licence contract', startsOn: date('2025-01-01'), endsOn: date('2025-12-31'), value: 36000, renewsAutomatically: true, terms: 'Yearly fee with source code in escrow.'},
  {contractNo: 'C-509', title: 'Brellin service contract', startsOn: date('2022-04-01'), endsOn: date('2027-03-31'), value: 325000, renewsAutomatically: true, terms: 'Response within four hours.'},
  {contractNo: 'C-510', title: 'Fjord stations rental', startsOn: date('2023-06-01'), endsOn: date('2026-05-31'), value: 410000, renewsAutomatically: false, terms: 'Two bypass sets on permanent loan.'},
  {contractNo: 'C-511', title: 'Saint Orwen hygiene contract', startsOn: date('2024-02-01'), endsOn: date('2029-01-31'), value: 280000, renewsAutomatically: true, terms: 'Monthly germ tests are included.'},
  {contractNo: 'C-512', title: 'Costa Bravida pump contract', startsOn: date('2024-04-15'), endsOn: date('2030-04-14'), value: 3750000, renewsAutomatically: false, terms: 'Energy use is guaranteed.'},
  {contractNo: 'C-513', title: 'Harbour dewatering contract', startsOn: date('2021-09-01'), endsOn: date('2025-08-31'), value: 520000, renewsAutomatically: false, terms: 'Pumps on stand-by during dock weeks.'},
  {contractNo: 'C-514', title: 'Ski season support', startsOn: date('2023-11-01'), endsOn: date('2026-03-31'), value: 98000, renewsAutomatically: true, terms: 'Technician on call from November to March.'},
  {contractNo: 'C-515', title: 'Estate heating contract', startsOn: date('2020-10-01'), endsOn: date('2025-09-30'), value: 175000, renewsAutomatically: true, terms: 'Noise below the night limit is promised.'},
  {contractNo: 'C-516', title: 'County flood framework', startsOn: date('2022-12-01'), endsOn: date('2026-11-30'), value: 1340000, renewsAutomatically: false, terms: 'Forty loan pumps within a day.'},
  {contractNo: 'C-517', title: 'Pharma membrane contract', startsOn: date('2023-03-01'), endsOn: date('2026-02-28'), value: 605000, renewsAutomatically: false, terms: 'Particle limits as in the filling standard.'},
  {contractNo: 'C-518', title: 'Radio service contract', startsOn: date('2024-06-01'), endsOn: date('2026-05-31'), value: 64000, renewsAutomatically: true, terms: 'Repairs within ten working days.'}
] AS row
MERGE (n:Contract {contractNo: row.contractNo}) SET n += row;

// Relationships

UNWIND [
  ['L01', 'DK'], ['L02', 'AT'], ['L03', 'PT'], ['L04', 'NO'], ['L05', 'DK'], ['L06', 'IT'], ['L07', 'EE'],
  ['L08', 'IE']
] AS row
MATCH (a:Site {siteId: row[0]}), (b:Country {code: row[1]})
MERGE (a)-[:LOCATED_IN]->(b);

UNWIND [
  ['S01', 'PT'], ['S02', 'NO'], ['S03', 'AT'], ['S04', 'IT'], ['S05', 'EE'], ['S06', 'FI'], ['S07', 'IE'],
  ['S08', 'PT'], ['S09', 'NO'], ['S10', 'IE'], ['S11', 'AT'], ['S12', 'PL'], ['S13', 'PL'], ['S14', 'PL'],
  ['S15', 'DK'], ['S16', 'IE'], ['S17', 'IT'], ['S18', 'EE'], ['S19', 'IE'], ['S20', 'DK'], ['S21', 'PT'],
  ['S22', 'AT'], ['S23', 'ES'], ['S24', 'FI'], ['S25', 'FI'], ['S26', 'ES']
] AS row
MATCH (a:Supplier {supplierId: row[0]}), (b:Country {code: row[1]})
MERGE (a)-[:LOCATED_IN]->(b);

UNWIND [
  ['K01', 'DK'], ['K02', 'NO'], ['K03', 'AT'], ['K04', 'IT'], ['K05', 'EE'], ['K06', 'FI'], ['K07', 'IE'],
  ['K08', 'PT'], ['K09', 'PL'], ['K10', 'ES'], ['K11', 'IE'], ['K12', 'DK'], ['K13', 'NO'], ['K14', 'AT'],
  ['K15', 'IT'], ['K16', 'PT'], ['K17', 'FI'], ['K18', 'PL'], ['K19', 'ES'], ['K20', 'EE'], ['K21', 'IE'],
  ['K22', 'DK'], ['K23', 'IT'], ['K24', 'PL']
] AS row
MATCH (a:Customer {customerId: row[0]}), (b:Country {code: row[1]})
MERGE (a)-[:LOCATED_IN]->(b);

UNWIND [
  ['T01', 'L01'], ['T02', 'L01'], ['T03', 'L01'], ['T04', 'L07'], ['T05', 'L07'], ['T06', 'L01'], ['T07', 'L01'],
  ['T08', 'L01'], ['T09', 'L03'], ['T10', 'L01'], ['T11', 'L01'], ['T12', 'L01'], ['T13', 'L01'], ['T14', 'L01'],
  ['T15', 'L01'], ['T16', 'L01']
] AS row
MATCH (a:Team {teamId: row[0]}), (b:Site {siteId: row[1]})
MERGE (a)-[:BASED_AT]->(b);

UNWIND [
  ['J01', 'L01'], ['J02', 'L01'], ['J03', 'L07'], ['J04', 'L01'], ['J05', 'L01'], ['J06', 'L01'], ['J07', 'L01'],
  ['J08', 'L01'], ['J09', 'L01'], ['J10', 'L01'], ['J11', 'L01'], ['J12', 'L01']
] AS row
MATCH (a:Project {projectId: row[0]}), (b:Site {siteId: row[1]})
MERGE (a)-[:BASED_AT]->(b);

UNWIND [
  ['E1001', 'L01'], ['E1002', 'L01'], ['E1003', 'L01'], ['E1004', 'L01'], ['E1005', 'L01'], ['E1006', 'L01'],
  ['E1007', 'L01'], ['E1008', 'L01'], ['E1009', 'L01'], ['E1010', 'L01'], ['E1011', 'L01'], ['E1012', 'L01'],
  ['E1013', 'L01'], ['E1014', 'L01'], ['E1015', 'L01'], ['E1016', 'L01'], ['E1017', 'L01'], ['E1018', 'L01'],
  ['E1019', 'L01'], ['E1020', 'L01'], ['E1021', 'L01'], ['E1022', 'L01'], ['E1023', 'L01'], ['E1024', 'L01'],
  ['E1025', 'L07'], ['E1026', 'L07'], ['E1027', 'L07'], ['E1028', 'L07'], ['E1029', 'L07'], ['E1030', 'L07'],
  ['E1031', 'L07'], ['E1032', 'L07'], ['E1033', 'L07'], ['E1034', 'L07'], ['E1035', 'L07'], ['E1036', 'L07'],
  ['E1037', 'L07'], ['E1038', 'L01'], ['E1039', 'L01'], ['E1040', 'L01'], ['E1041', 'L01'], ['E1042', 'L01'],
  ['E1043', 'L01'], ['E1044', 'L01'], ['E1045', 'L01'], ['E1046', 'L01'], ['E1047', 'L01'], ['E1048', 'L01'],
  ['E1049', 'L01'], ['E1050', 'L01'], ['E1051', 'L01'], ['E1052', 'L01'], ['E1053', 'L01'], ['E1054', 'L01'],
  ['E1055', 'L01'], ['E1056', 'L01'], ['E1057', 'L01'], ['E1058', 'L01'], ['E1059', 'L01'], ['E1060', 'L01'],
  ['E1061', 'L02'], ['E1062', 'L02'], ['E1063', 'L01'], ['E1064', 'L01'], ['E1065', 'L01'], ['E1066', 'L01'],
  ['E1067', 'L01'], ['E1068', 'L01'], ['E1069', 'L03'], ['E1070', 'L03'], ['E1071', 'L03'], ['E1072', 'L03'],
  ['E1073', 'L03'], ['E1074', 'L03'], ['E1075', 'L01'], ['E1076', 'L01'], ['E1077', 'L01'], ['E1078', 'L08'],
  ['E1079', 'L08'], ['E1080', 'L08'], ['E1081', 'L06'], ['E1082', 'L06'], ['E1083', 'L01'], ['E1084', 'L01'],
  ['E1085', 'L01'], ['E1086', 'L01'], ['E1087', 'L01'], ['E1088', 'L01'], ['E1089', 'L01'], ['E1090', 'L01'],
  ['E1091', 'L01'], ['E1092', 'L01'], ['E1093', 'L01'], ['E1094', 'L01'], ['E1095', 'L01'], ['E1096', 'L01'],
  ['E1097', 'L01'], ['E1098', 'L01'], ['E1099', 'L01'], ['E1100', 'L01'], ['E1101', 'L01'], ['E1102', 'L01'],
  ['E1103', 'L01'], ['E1104', 'L01'], ['E1105', 'L01'], ['E1106', 'L01'], ['E1107', 'L01'], ['E1108', 'L01'],
  ['E1109', 'L01'], ['E1110', 'L01'], ['E1111', 'L04'], ['E1112', 'L04'], ['E1113', 'L01'], ['E1114', 'L01'],
  ['E1115', 'L01'], ['E1116', 'L01'], ['E1117', 'L01'], ['E1118', 'L01'], ['E1119', 'L05'], ['E1120', 'L05'],
  ['E1121', 'L05'], ['E1122', 'L01'], ['E1123', 'L01'], ['E1124', 'L01'], ['E1125', 'L01'], ['E1126', 'L01'],
  ['E1127', 'L01'], ['E1128', 'L01'], ['E1129', 'L01'], ['E1130', 'L01']
] AS row
MATCH (a:Person {employeeId: row[0]}), (b:Site {siteId: row[1]})
MERGE (a)-[:BASED_AT]->(b);

UNWIND [
  ['E1001', 'T01', 'head', '2015-09-28'], ['E1002', 'T01', 'member', '2017-10-07'],
  ['E1003', 'T01', 'member', '2021-10-26'], ['E1004', 'T01', 'member', '2005-02-18'],
  ['E1005', 'T01', 'member', '2020-07-15'], ['E1006', 'T02', 'head', '2020-01-27'],
  ['E1007', 'T02', 'member', '2007-04-20'], ['E1008', 'T02', 'member', '2015-10-27'],
  ['E1009', 'T02', 'member', '2016-01-22'], ['E1010', 'T02', 'member', '2014-09-27'],
  ['E1011', 'T02', 'member', '2008-09-10'], ['E1012', 'T02', 'member', '2013-02-28'],
  ['E1013', 'T02', 'member', '2022-01-07'], ['E1014', 'T02', 'member', '2013-12-13'],
  ['E1015', 'T02', 'member', '2022-05-11'], ['E1016', 'T03', 'head', '2014-02-05'],
  ['E1017', 'T03', 'member', '2002-08-26'], ['E1018', 'T03', 'member', '2015-09-07'],
  ['E1019', 'T03', 'member', '2021-07-04'], ['E1020', 'T03', 'member', '2009-10-10'],
  ['E1021', 'T03', 'member', '2006-07-28'], ['E1022', 'T03', 'member', '2002-03-07'],
  ['E1023', 'T03', 'member', '2010-07-03'], ['E1024', 'T03', 'member', '2001-10-12'],
  ['E1025', 'T04', 'head', '2019-08-27'], ['E1026', 'T04', 'member', '2021-03-10'],
  ['E1027', 'T04', 'member', '2024-04-06'], ['E1028', 'T04', 'member', '2022-07-16'],
  ['E1029', 'T04', 'member', '2004-02-02'], ['E1030', 'T04', 'member', '2024-12-13'],
  ['E1031', 'T04', 'member', '2010-09-06'], ['E1032', 'T05', 'head', '2008-08-18'],
  ['E1033', 'T05', 'member', '2009-04-07'], ['E1034', 'T05', 'member', '2014-08-08'],
  ['E1035', 'T05', 'member', '2012-09-19'], ['E1036', 'T05', 'member', '2005-08-11'],
  ['E1037', 'T05', 'member', '2019-01-01'], ['E1038', 'T06', 'head', '2002-01-20'],
  ['E1039', 'T06', 'member', '2024-05-11'], ['E1040', 'T06', 'member', '2015-09-12'],
  ['E1041', 'T06', 'member', '2011-06-03'], ['E1042', 'T06', 'member', '2001-08-19'],
  ['E1043', 'T06', 'member', '2013-10-01'], ['E1044', 'T06', 'member', '2021-02-09'],
  ['E1045', 'T06', 'member', '2013-12-23'], ['E1046', 'T06', 'member', '2018-02-17'],
  ['E1047', 'T06', 'member', '2020-02-16'], ['E1048', 'T07', 'head', '2016-10-22'],
  ['E1049', 'T07', 'member', '2012-05-05'], ['E1050', 'T07', 'member', '2011-11-15'],
  ['E1051', 'T07', 'member', '2013-11-09'], ['E1052', 'T07', 'member', '2007-07-08'],
  ['E1053', 'T07', 'member', '2005-03-16'], ['E1054', 'T07', 'member', '2009-03-04'],
  ['E1055', 'T07', 'member', '2014-07-21'], ['E1056', 'T08', 'head', '2023-10-15'],
  ['E1057', 'T08', 'member', '2020-01-22'], ['E1058', 'T08', 'member', '2010-11-26'],
  ['E1059', 'T08', 'member', '2013-08-07'], ['E1060', 'T08', 'member', '2005-01-21'],
  ['E1061', 'T08', 'member', '2003-11-07'], ['E1062', 'T08', 'member', '2006-12-01'],
  ['E1063', 'T08', 'member', '2006-04-09'], ['E1064', 'T08', 'member', '2013-12-08'],
  ['E1065', 'T08', 'member', '2005-08-15'], ['E1066', 'T08', 'member', '2018-10-21'],
  ['E1067', 'T08', 'member', '2011-11-07'], ['E1068', 'T08', 'member', '2007-04-13'],
  ['E1069', 'T09', 'head', '2009-12-28'], ['E1070', 'T09', 'member', '2002-08-11'],
  ['E1071', 'T09', 'member', '2001-04-26'], ['E1072', 'T09', 'member', '2006-09-11'],
  ['E1073', 'T09', 'member', '2005-09-24'], ['E1074', 'T09', 'member', '2016-10-23'],
  ['E1075', 'T10', 'head', '2017-09-10'], ['E1076', 'T10', 'member', '2017-09-27'],
  ['E1077', 'T10', 'member', '2022-07-28'], ['E1078', 'T10', 'member', '2010-03-18'],
  ['E1079', 'T10', 'member', '2007-07-18'], ['E1080', 'T10', 'member', '2001-09-02'],
  ['E1081', 'T10', 'member', '2016-02-23'], ['E1082', 'T10', 'member', '2014-07-09'],
  ['E1083', 'T10', 'member', '2011-07-27'], ['E1084', 'T10', 'member', '2004-04-14'],
  ['E1085', 'T10', 'member', '2023-01-02'], ['E1086', 'T10', 'member', '2022-05-11'],
  ['E1087', 'T11', 'head', '2004-08-24'], ['E1088', 'T11', 'member', '2023-04-23'],
  ['E1089', 'T11', 'member', '2013-11-14'], ['E1090', 'T11', 'member', '2018-04-28'],
  ['E1091', 'T11', 'member', '2017-04-28'], ['E1092', 'T11', 'member', '2008-12-21'],
  ['E1093', 'T11', 'member', '2020-06-07'], ['E1094', 'T11', 'member', '2005-04-05'],
  ['E1095', 'T11', 'member', '2004-07-27'], ['E1096', 'T12', 'head', '2007-07-21'],
  ['E1097', 'T12', 'member', '2007-10-22'], ['E1098', 'T12', 'member', '2023-09-21'],
  ['E1099', 'T12', 'member', '2003-08-04'], ['E1100', 'T12', 'member', '2005-04-06'],
  ['E1101', 'T12', 'member', '2010-11-04'], ['E1102', 'T13', 'head', '2003-02-11'],
  ['E1103', 'T13', 'member', '2014-04-20'], ['E1104', 'T13', 'member', '2007-03-14'],
  ['E1105', 'T13', 'member', '2013-04-20'], ['E1106', 'T13', 'member', '2011-02-26'],
  ['E1107', 'T13', 'member', '2019-10-07'], ['E1108', 'T14', 'head', '2009-02-24'],
  ['E1109', 'T14', 'member', '2005-06-18'], ['E1110', 'T14', 'member', '2013-04-24'],
  ['E1111', 'T14', 'member', '2016-02-01'], ['E1112', 'T14', 'member', '2008-05-22'],
  ['E1113', 'T14', 'member', '2019-03-18'], ['E1114', 'T14', 'member', '2021-04-23'],
  ['E1115', 'T14', 'member', '2004-10-04'], ['E1116', 'T14', 'member', '2013-09-02'],
  ['E1117', 'T15', 'head', '2001-02-09'], ['E1118', 'T15', 'member', '2017-10-28'],
  ['E1119', 'T15', 'member', '2021-02-18'], ['E1120', 'T15', 'member', '2006-07-16'],
  ['E1121', 'T15', 'member', '2014-08-14'], ['E1122', 'T15', 'member', '2012-09-10'],
  ['E1123', 'T15', 'member', '2022-12-24'], ['E1124', 'T15', 'member', '2019-01-21'],
  ['E1125', 'T16', 'head', '2002-06-24'], ['E1126', 'T16', 'member', '2003-04-14'],
  ['E1127', 'T16', 'member', '2002-09-04'], ['E1128', 'T16', 'member', '2005-04-20'],
  ['E1129', 'T16', 'member', '2015-02-07'], ['E1130', 'T16', 'member', '2004-06-15']
] AS row
MATCH (a:Person {employeeId: row[0]}), (b:Team {teamId: row[1]})
MERGE (a)-[:MEMBER_OF {role: row[2], since: date(row[3])}]->(b);

UNWIND [
  ['E1104', 'J01', 'project lead', '2024-02-05'], ['E1031', 'J01', 'engineer', '2024-02-05'],
  ['E1011', 'J01', 'tester', '2024-02-05'], ['E1013', 'J02', 'project lead', '2023-09-01'],
  ['E1007', 'J02', 'engineer', '2023-09-01'], ['E1040', 'J02', 'tester', '2023-09-01'],
  ['E1039', 'J02', 'adviser', '2024-05-11'], ['E1073', 'J02', 'writer', '2023-09-01'],
  ['E1010', 'J03', 'project lead', '2024-06-17'], ['E1019', 'J03', 'engineer', '2024-06-17'],
  ['E1034', 'J03', 'tester', '2024-06-17'], ['E1041', 'J04', 'project lead', '2022-01-10'],
  ['E1015', 'J04', 'engineer', '2022-05-11'], ['E1017', 'J04', 'tester', '2022-01-10'],
  ['E1026', 'J04', 'adviser', '2022-01-10'], ['E1110', 'J04', 'writer', '2022-01-10'],
  ['E1053', 'J05', 'project lead', '2025-01-13'], ['E1101', 'J05', 'engineer', '2025-01-13'],
  ['E1051', 'J05', 'tester', '2025-01-13'], ['E1049', 'J06', 'project lead', '2023-03-20'],
  ['E1103', 'J06', 'engineer', '2023-03-20'], ['E1023', 'J06', 'tester', '2023-03-20'],
  ['E1021', 'J07', 'project lead', '2025-03-03'], ['E1097', 'J07', 'engineer', '2025-03-03'],
  ['E1033', 'J07', 'tester', '2025-03-03'], ['E1073', 'J08', 'project lead', '2021-11-15'],
  ['E1039', 'J08', 'engineer', '2024-05-11'], ['E1055', 'J08', 'tester', '2021-11-15'],
  ['E1025', 'J08', 'adviser', '2021-11-15'], ['E1025', 'J09', 'project lead', '2024-10-01'],
  ['E1116', 'J09', 'engineer', '2024-10-01'], ['E1047', 'J09', 'tester', '2024-10-01'],
  ['E1043', 'J09', 'adviser', '2024-10-01'], ['E1029', 'J10', 'project lead', '2024-04-22'],
  ['E1073', 'J10', 'engineer', '2024-04-22'], ['E1053', 'J10', 'tester', '2024-04-22'],
  ['E1114', 'J10', 'adviser', '2024-04-22'], ['E1018', 'J10', 'writer', '2024-04-22'],
  ['E1047', 'J11', 'project lead', '2025-05-05'], ['E1016', 'J11', 'engineer', '2025-05-05'],
  ['E1109', 'J11', 'tester', '2025-05-05'], ['E1074', 'J11', 'adviser', '2025-05-05'],
  ['E1112', 'J12', 'project lead', '2022-08-29'], ['E1102', 'J12', 'engineer', '2022-08-29'],
  ['E1099', 'J12', 'tester', '2022-08-29'], ['E1044', 'J12', 'adviser', '2022-08-29'],
  ['E1007', 'J12', 'writer', '2022-08-29']
] AS row
MATCH (a:Person {employeeId: row[0]}), (b:Project {projectId: row[1]})
MERGE (a)-[:MEMBER_OF {role: row[2], since: date(row[3])}]->(b);

// The chief executive reports to herself, as the staff system exports the top of its tree.

UNWIND [
  ['E1001', 'E1001'], ['E1002', 'E1001'], ['E1003', 'E1001'], ['E1004', 'E1001'], ['E1005', 'E1001'],
  ['E1006', 'E1002'], ['E1007', 'E1006'], ['E1008', 'E1006'], ['E1009', 'E1006'], ['E1010', 'E1006'],
  ['E1011', 'E1006'], ['E1012', 'E1006'], ['E1013', 'E1006'], ['E1014', 'E1006'], ['E1015', 'E1006'],
  ['E1016', 'E1002'], ['E1017', 'E1016'], ['E1018', 'E1016'], ['E1019', 'E1016'], ['E1020', 'E1016'],
  ['E1021', 'E1016'], ['E1022', 'E1016'], ['E1023', 'E1016'], ['E1024', 'E1016'], ['E1025', 'E1002'],
  ['E1026', 'E1025'], ['E1027', 'E1025'], ['E1028', 'E1025'], ['E1029', 'E1025'], ['E1030', 'E1025'],
  ['E1031', 'E1025'], ['E1032', 'E1002'], ['E1033', 'E1032'], ['E1034', 'E1032'], ['E1035', 'E1032'],
  ['E1036', 'E1032'], ['E1037', 'E1032'], ['E1038', 'E1005'], ['E1039', 'E1038'], ['E1040', 'E1038'],
  ['E1041', 'E1038'], ['E1042', 'E1038'], ['E1043', 'E1038'], ['E1044', 'E1038'], ['E1045', 'E1038'],
  ['E1046', 'E1038'], ['E1047', 'E1038'], ['E1048', 'E1005'], ['E1049', 'E1048'], ['E1050', 'E1048'],
  ['E1051', 'E1048'], ['E1052', 'E1048'], ['E1053', 'E1048'], ['E1054', 'E1048'], ['E1055', 'E1048'],
  ['E1056', 'E1005'], ['E1057', 'E1056'], ['E1058', 'E1056'], ['E1059', 'E1056'], ['E1060', 'E1056'],
  ['E1061', 'E1056'], ['E1062', 'E1056'], ['E1063', 'E1056'], ['E1064', 'E1056'], ['E1065', 'E1056'],
  ['E1066', 'E1056'], ['E1067', 'E1056'], ['E1068', 'E1056'], ['E1069', 'E1005'], ['E1070', 'E1069'],
  ['E1071', 'E1069'], ['E1072', 'E1069'], ['E1073', 'E1069'], ['E1074', 'E1069'], ['E1075', 'E1003'],
  ['E1076', 'E1075'], ['E1077', 'E1075'], ['E1078', 'E1075'], ['E1079', 'E1075'], ['E1080', 'E1075'],
  ['E1081', 'E1075'], ['E1082', 'E1075'], ['E1083', 'E1075'], ['E1084', 'E1075'], ['E1085', 'E1075'],
  ['E1086', 'E1075'], ['E1087', 'E1003'], ['E1088', 'E1087'], ['E1089', 'E1087'], ['E1090', 'E1087'],
  ['E1091', 'E1087'], ['E1092', 'E1087'], ['E1093', 'E1087'], ['E1094', 'E1087'], ['E1095', 'E1087'],
  ['E1096', 'E1004'], ['E1097', 'E1096'], ['E1098', 'E1096'], ['E1099', 'E1096'], ['E1100', 'E1096'],
  ['E1101', 'E1096'], ['E1102', 'E1002'], ['E1103', 'E1102'], ['E1104', 'E1102'], ['E1105', 'E1102'],
  ['E1106', 'E1102'], ['E1107', 'E1102'], ['E1108', 'E1002'], ['E1109', 'E1108'], ['E1110', 'E1108'],
  ['E1111', 'E1108'], ['E1112', 'E1108'], ['E1113', 'E1108'], ['E1114', 'E1108'], ['E1115', 'E1108'],
  ['E1116', 'E1108'], ['E1117', 'E1005'], ['E1118', 'E1117'], ['E1119', 'E1117'], ['E1120', 'E1117'],
  ['E1121', 'E1117'], ['E1122', 'E1117'], ['E1123', 'E1117'], ['E1124', 'E1117'], ['E1125', 'E1004'],
  ['E1126', 'E1125'], ['E1127', 'E1125'], ['E1128', 'E1125'], ['E1129', 'E1125'], ['E1130', 'E1125']
] AS row
MATCH (a:Person {employeeId: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:REPORTS_TO]->(b);

UNWIND [
  ['T01', 'E1001'], ['T02', 'E1006'], ['T03', 'E1016'], ['T04', 'E1025'], ['T05', 'E1032'], ['T06', 'E1038'],
  ['T07', 'E1048'], ['T08', 'E1056'], ['T09', 'E1069'], ['T10', 'E1075'], ['T11', 'E1087'], ['T12', 'E1096'],
  ['T13', 'E1102'], ['T14', 'E1108'], ['T15', 'E1117'], ['T16', 'E1125']
] AS row
MATCH (a:Team {teamId: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:MANAGED_BY]->(b);

UNWIND [
  ['J01', 'E1104'], ['J02', 'E1013'], ['J03', 'E1010'], ['J04', 'E1041'], ['J05', 'E1053'], ['J06', 'E1049'],
  ['J07', 'E1021'], ['J08', 'E1073'], ['J09', 'E1025'], ['J10', 'E1029'], ['J11', 'E1047'], ['J12', 'E1112']
] AS row
MATCH (a:Project {projectId: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:MANAGED_BY]->(b);

UNWIND [
  ['S01', 'E1038'], ['S02', 'E1041'], ['S03', 'E1044'], ['S04', 'E1047'], ['S05', 'E1040'], ['S06', 'E1043'],
  ['S07', 'E1046'], ['S08', 'E1039'], ['S09', 'E1042'], ['S10', 'E1045'], ['S11', 'E1038'], ['S12', 'E1041'],
  ['S13', 'E1044'], ['S14', 'E1047'], ['S15', 'E1040'], ['S16', 'E1043'], ['S17', 'E1046'], ['S18', 'E1039'],
  ['S19', 'E1041'], ['S20', 'E1045'], ['S21', 'E1038'], ['S22', 'E1041'], ['S23', 'E1044'], ['S24', 'E1047'],
  ['S25', 'E1040'], ['S26', 'E1043']
] AS row
MATCH (a:Supplier {supplierId: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:MANAGED_BY]->(b);

UNWIND [
  ['K01', 'E1087'], ['K02', 'E1091'], ['K03', 'E1095'], ['K04', 'E1090'], ['K05', 'E1094'], ['K06', 'E1089'],
  ['K07', 'E1093'], ['K08', 'E1088'], ['K09', 'E1092'], ['K10', 'E1087'], ['K11', 'E1091'], ['K12', 'E1095'],
  ['K13', 'E1090'], ['K14', 'E1094'], ['K15', 'E1089'], ['K16', 'E1093'], ['K17', 'E1088'], ['K18', 'E1092'],
  ['K19', 'E1087'], ['K20', 'E1091'], ['K21', 'E1095'], ['K22', 'E1090'], ['K23', 'E1094'], ['K24', 'E1089']
] AS row
MATCH (a:Customer {customerId: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:MANAGED_BY]->(b);

UNWIND [
  ['I-001', 'E1077'], ['I-002', 'E1085'], ['I-003', 'E1081'], ['I-004', 'E1083'], ['I-005', 'E1077'],
  ['I-006', 'E1085'], ['I-007', 'E1052'], ['I-008', 'E1086'], ['I-009', 'E1085'], ['I-010', 'E1079'],
  ['I-011', 'E1082'], ['I-012', 'E1048'], ['I-013', 'E1086'], ['I-014', 'E1048'], ['I-015', 'E1078'],
  ['I-016', 'E1086'], ['I-017', 'E1051'], ['I-018', 'E1055'], ['I-019', 'E1084'], ['I-020', 'E1051'],
  ['I-021', 'E1053'], ['I-022', 'E1085'], ['I-023', 'E1051'], ['I-024', 'E1086'], ['I-025', 'E1082'],
  ['I-026', 'E1049'], ['I-027', 'E1053'], ['I-028', 'E1082'], ['I-029', 'E1077'], ['I-030', 'E1048'],
  ['I-031', 'E1048'], ['I-032', 'E1075'], ['I-033', 'E1048'], ['I-034', 'E1049'], ['I-035', 'E1055'],
  ['I-036', 'E1049']
] AS row
MATCH (a:Incident {incidentNo: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:MANAGED_BY]->(b);

UNWIND [
  ['C-501', 'E1041'], ['C-502', 'E1047'], ['C-503', 'E1043'], ['C-504', 'E1044'], ['C-505', 'E1046'],
  ['C-506', 'E1040'], ['C-507', 'E1047'], ['C-508', 'E1047'], ['C-509', 'E1089'], ['C-510', 'E1089'],
  ['C-511', 'E1088'], ['C-512', 'E1094'], ['C-513', 'E1091'], ['C-514', 'E1087'], ['C-515', 'E1090'],
  ['C-516', 'E1095'], ['C-517', 'E1087'], ['C-518', 'E1046']
] AS row
MATCH (a:Contract {contractNo: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:MANAGED_BY]->(b);

UNWIND [
  ['OF-C100', 'L01'], ['OF-C200', 'L01'], ['OF-C400', 'L01'], ['OF-C410', 'L01'], ['OF-D10', 'L01'],
  ['OF-D20', 'L01'], ['OF-D50', 'L01'], ['OF-D60', 'L01'], ['OF-F150', 'L01'], ['OF-F300', 'L01'],
  ['OF-F310', 'L08'], ['OF-F50', 'L01'], ['OF-H500', 'L01'], ['OF-H700', 'L01'], ['OF-H710', 'L01'],
  ['OF-M60', 'L03'], ['OF-M600', 'L03'], ['OF-M610', 'L01'], ['OF-U20', 'L01'], ['OF-U40', 'L01'], ['OF-V2', 'L01'],
  ['OF-V8', 'L01'], ['OF-X5', 'L01'], ['OF-X9', 'L02']
] AS row
MATCH (a:Product {sku: row[0]}), (b:Site {siteId: row[1]})
MERGE (a)-[:MADE_AT]->(b);

UNWIND [
  ['P-111', 'L01'], ['P-123', 'L02'], ['P-125', 'L01'], ['P-126', 'L01'], ['P-127', 'L01'], ['P-136', 'L01'],
  ['P-138', 'L01'], ['P-145', 'L03'], ['P-146', 'L03'], ['P-152', 'L02'], ['P-122', 'L01'], ['P-148', 'L01'],
  ['P-140', 'L01']
] AS row
MATCH (a:Component {partNo: row[0]}), (b:Site {siteId: row[1]})
MERGE (a)-[:MADE_AT]->(b);

UNWIND [
  ['OF-C100', 'P-101', 1], ['OF-C100', 'P-103', 8], ['OF-C100', 'P-106', 1], ['OF-C100', 'P-118', 4],
  ['OF-C100', 'P-130', 6], ['OF-C100', 'P-152', 6], ['OF-C200', 'P-103', 12], ['OF-C200', 'P-106', 1],
  ['OF-C200', 'P-108', 2], ['OF-C200', 'P-121', 2], ['OF-C200', 'P-133', 1], ['OF-C200', 'P-154', 6],
  ['OF-C400', 'P-101', 2], ['OF-C400', 'P-103', 4], ['OF-C400', 'P-104', 1], ['OF-C400', 'P-112', 1],
  ['OF-C400', 'P-123', 1], ['OF-C400', 'P-137', 4], ['OF-C410', 'P-103', 4], ['OF-C410', 'P-105', 1],
  ['OF-C410', 'P-116', 1], ['OF-C410', 'P-125', 1], ['OF-C410', 'P-138', 4], ['OF-D10', 'P-101', 4],
  ['OF-D10', 'P-103', 6], ['OF-D10', 'P-112', 1], ['OF-D10', 'P-122', 4], ['OF-D10', 'P-134', 6],
  ['OF-D10', 'P-150', 4], ['OF-D20', 'P-103', 12], ['OF-D20', 'P-114', 1], ['OF-D20', 'P-127', 4],
  ['OF-D20', 'P-135', 1], ['OF-D20', 'P-159', 2], ['OF-D50', 'P-103', 8], ['OF-D50', 'P-106', 6],
  ['OF-D50', 'P-116', 2], ['OF-D50', 'P-128', 2], ['OF-D50', 'P-140', 1], ['OF-D60', 'P-103', 8],
  ['OF-D60', 'P-111', 6], ['OF-D60', 'P-118', 1], ['OF-D60', 'P-133', 4], ['OF-D60', 'P-141', 1],
  ['OF-F150', 'P-102', 2], ['OF-F150', 'P-103', 12], ['OF-F150', 'P-110', 2], ['OF-F150', 'P-120', 6],
  ['OF-F150', 'P-136', 4], ['OF-F150', 'P-155', 1], ['OF-F300', 'P-103', 4], ['OF-F300', 'P-113', 2],
  ['OF-F300', 'P-121', 6], ['OF-F300', 'P-126', 6], ['OF-F300', 'P-138', 4], ['OF-F300', 'P-155', 1],
  ['OF-F300', 'P-156', 6], ['OF-F310', 'P-103', 4], ['OF-F310', 'P-104', 6], ['OF-F310', 'P-110', 2],
  ['OF-F310', 'P-115', 6], ['OF-F310', 'P-126', 1], ['OF-F310', 'P-149', 2], ['OF-F310', 'P-160', 2],
  ['OF-F50', 'P-103', 4], ['OF-F50', 'P-107', 2], ['OF-F50', 'P-119', 1], ['OF-F50', 'P-133', 4],
  ['OF-F50', 'P-151', 1], ['OF-H500', 'P-101', 6], ['OF-H500', 'P-103', 4], ['OF-H500', 'P-105', 2],
  ['OF-H500', 'P-109', 2], ['OF-H500', 'P-113', 1], ['OF-H500', 'P-121', 1], ['OF-H500', 'P-124', 4],
  ['OF-H500', 'P-134', 1], ['OF-H500', 'P-139', 4], ['OF-H500', 'P-154', 2], ['OF-H700', 'P-102', 4],
  ['OF-H700', 'P-103', 6], ['OF-H700', 'P-107', 1], ['OF-H700', 'P-115', 1], ['OF-H700', 'P-124', 2],
  ['OF-H700', 'P-136', 2], ['OF-H700', 'P-151', 2], ['OF-H710', 'P-102', 1], ['OF-H710', 'P-103', 8],
  ['OF-H710', 'P-109', 1], ['OF-H710', 'P-116', 2], ['OF-H710', 'P-125', 1], ['OF-H710', 'P-138', 4],
  ['OF-H710', 'P-152', 1], ['OF-M60', 'P-103', 8], ['OF-M60', 'P-115', 4], ['OF-M60', 'P-122', 1],
  ['OF-M60', 'P-146', 6], ['OF-M60', 'P-157', 1], ['OF-M600', 'P-103', 4], ['OF-M600', 'P-112', 6],
  ['OF-M600', 'P-116', 2], ['OF-M600', 'P-129', 1], ['OF-M600', 'P-145', 2], ['OF-M600', 'P-150', 2],
  ['OF-M600', 'P-158', 6], ['OF-M610', 'P-103', 4], ['OF-M610', 'P-114', 1], ['OF-M610', 'P-117', 1],
  ['OF-M610', 'P-145', 1], ['OF-M610', 'P-155', 1], ['OF-U20', 'P-103', 8], ['OF-U20', 'P-117', 1],
  ['OF-U20', 'P-119', 2], ['OF-U20', 'P-128', 1], ['OF-U20', 'P-132', 2], ['OF-U20', 'P-139', 4],
  ['OF-U20', 'P-155', 2], ['OF-U20', 'P-159', 2], ['OF-U40', 'P-103', 6], ['OF-U40', 'P-112', 2],
  ['OF-U40', 'P-118', 1], ['OF-U40', 'P-122', 1], ['OF-U40', 'P-131', 2], ['OF-U40', 'P-134', 1],
  ['OF-U40', 'P-141', 6], ['OF-U40', 'P-158', 1], ['OF-V2', 'P-142', 4], ['OF-V2', 'P-144', 2],
  ['OF-V2', 'P-160', 6], ['OF-V8', 'P-142', 2], ['OF-V8', 'P-143', 2], ['OF-V8', 'P-159', 6], ['OF-X5', 'P-107', 1],
  ['OF-X5', 'P-113', 2], ['OF-X5', 'P-130', 2], ['OF-X5', 'P-139', 1], ['OF-X5', 'P-148', 4], ['OF-X5', 'P-159', 2],
  ['OF-X9', 'P-109', 6], ['OF-X9', 'P-121', 1], ['OF-X9', 'P-137', 2], ['OF-X9', 'P-147', 6], ['OF-X9', 'P-153', 1]
] AS row
MATCH (a:Product {sku: row[0]}), (b:Component {partNo: row[1]})
MERGE (a)-[:CONTAINS {quantity: row[2]}]->(b);

// Ulvane Seals supplies the Orbis shaft seal twice, under two terms: a pair of parallels.

UNWIND [
  ['S02', 'P-101', '2014-01-01', 14, 'main source'],
  ['S02', 'P-101', '2025-02-10', 5, 'express batches after the blocked one'],
  ['S02', 'P-102', '2010-07-01', 35, 'main source'], ['S11', 'P-102', '2021-09-01', 60, 'second source'],
  ['S11', 'P-103', '2012-01-01', 42, 'main source'], ['S02', 'P-103', '2023-04-01', 10, 'second source'],
  ['S11', 'P-104', '2021-08-01', 21, 'main source'], ['S03', 'P-105', '2015-04-01', 42, 'main source'],
  ['S03', 'P-106', '2014-10-01', 60, 'main source'], ['S03', 'P-107', '2010-07-01', 14, 'main source'],
  ['S25', 'P-107', '2021-06-01', 14, 'second source'], ['S04', 'P-108', '2012-09-01', 14, 'main source'],
  ['S04', 'P-109', '2018-12-01', 35, 'main source'], ['S04', 'P-110', '2012-09-01', 35, 'main source'],
  ['S05', 'P-111', '2008-03-01', 35, 'main source'], ['S05', 'P-112', '2020-03-01', 10, 'main source'],
  ['S05', 'P-113', '2011-03-01', 60, 'main source'], ['S18', 'P-113', '2011-02-01', 21, 'second source'],
  ['S18', 'P-114', '2012-10-01', 42, 'main source'], ['S20', 'P-115', '2016-02-01', 28, 'main source'],
  ['S06', 'P-116', '2019-08-01', 10, 'main source'], ['S06', 'P-117', '2019-10-01', 35, 'main source'],
  ['S06', 'P-118', '2021-09-01', 21, 'main source'], ['S05', 'P-118', '2009-04-01', 28, 'second source'],
  ['S06', 'P-119', '2011-11-01', 10, 'main source'], ['S07', 'P-120', '2020-08-01', 14, 'main source'],
  ['S07', 'P-121', '2008-09-01', 28, 'main source'], ['S07', 'P-122', '2016-08-01', 14, 'main source'],
  ['S01', 'P-123', '2021-05-01', 21, 'main source'], ['S01', 'P-124', '2012-07-01', 10, 'main source'],
  ['S25', 'P-124', '2017-05-01', 28, 'second source'], ['S01', 'P-125', '2018-12-01', 10, 'main source'],
  ['S01', 'P-126', '2013-02-01', 42, 'main source'], ['S08', 'P-127', '2010-02-01', 42, 'main source'],
  ['S08', 'P-128', '2014-11-01', 28, 'main source'], ['S08', 'P-129', '2019-02-01', 42, 'main source'],
  ['S08', 'P-130', '2015-01-01', 60, 'main source'], ['S09', 'P-131', '2014-12-01', 42, 'main source'],
  ['S09', 'P-132', '2015-04-01', 21, 'main source'], ['S10', 'P-133', '2017-02-01', 28, 'main source'],
  ['S10', 'P-134', '2020-01-01', 60, 'main source'], ['S10', 'P-135', '2021-12-01', 14, 'main source'],
  ['S14', 'P-135', '2023-10-01', 14, 'second source'], ['S12', 'P-136', '2012-11-01', 28, 'main source'],
  ['S12', 'P-137', '2022-09-01', 42, 'main source'], ['S13', 'P-138', '2012-06-01', 60, 'main source'],
  ['S13', 'P-139', '2014-09-01', 42, 'main source'], ['S14', 'P-140', '2009-05-01', 14, 'main source'],
  ['S14', 'P-141', '2011-07-01', 42, 'main source'], ['S15', 'P-142', '2009-06-01', 21, 'main source'],
  ['S15', 'P-143', '2012-10-01', 28, 'main source'], ['S15', 'P-144', '2019-11-01', 21, 'main source'],
  ['S05', 'P-144', '2016-07-01', 10, 'second source'], ['S16', 'P-145', '2009-03-01', 35, 'main source'],
  ['S08', 'P-146', '2009-03-01', 42, 'main source'], ['S17', 'P-147', '2018-12-01', 14, 'main source'],
  ['S17', 'P-148', '2010-04-01', 28, 'main source'], ['S19', 'P-148', '2009-08-01', 35, 'second source'],
  ['S19', 'P-149', '2019-02-01', 10, 'main source'], ['S19', 'P-150', '2011-01-01', 14, 'main source'],
  ['S21', 'P-151', '2009-07-01', 28, 'main source'], ['S22', 'P-152', '2020-02-01', 21, 'main source'],
  ['S25', 'P-153', '2022-07-01', 35, 'main source'], ['S25', 'P-154', '2010-11-01', 14, 'main source'],
  ['S23', 'P-155', '2020-03-01', 60, 'main source'], ['S23', 'P-156', '2019-07-01', 28, 'main source'],
  ['S24', 'P-157', '2013-07-01', 35, 'main source'], ['S24', 'P-158', '2008-12-01', 28, 'main source'],
  ['S26', 'P-159', '2017-12-01', 21, 'main source'], ['S26', 'P-160', '2020-04-01', 42, 'main source']
] AS row
MATCH (a:Supplier {supplierId: row[0]}), (b:Component {partNo: row[1]})
MERGE (a)-[:SUPPLIES {since: date(row[2]), leadTimeDays: row[3], note: row[4]}]->(b);

UNWIND [
  ['I-001', 'P-101'], ['I-002', 'P-135'], ['I-003', 'P-105'], ['I-004', 'P-115'], ['I-005', 'P-117'],
  ['I-006', 'P-109'], ['I-007', 'P-116'], ['I-008', 'P-149'], ['I-009', 'P-133'], ['I-010', 'P-102'],
  ['I-011', 'P-142'], ['I-012', 'P-155'], ['I-013', 'P-132'], ['I-014', 'P-125'], ['I-015', 'P-134'],
  ['I-016', 'P-126'], ['I-017', 'P-112'], ['I-018', 'P-106'], ['I-019', 'P-111'], ['I-020', 'P-123'],
  ['I-021', 'P-110'], ['I-022', 'P-145'], ['I-023', 'P-124'], ['I-024', 'P-127'], ['I-025', 'P-147'],
  ['I-026', 'P-119'], ['I-027', 'P-159'], ['I-028', 'P-120'], ['I-029', 'P-157'], ['I-030', 'P-138'],
  ['I-031', 'P-101'], ['I-032', 'P-144'], ['I-033', 'P-103'], ['I-034', 'P-133'], ['I-035', 'P-148'],
  ['I-036', 'P-116']
] AS row
MATCH (a:Incident {incidentNo: row[0]}), (b:Component {partNo: row[1]})
MERGE (a)-[:CAUSED_BY]->(b);

UNWIND [
  ['I-001', 'K01'], ['I-002', 'K04'], ['I-003', 'K03'], ['I-004', 'K02'], ['I-005', 'K05'], ['I-006', 'K06'],
  ['I-007', 'K07'], ['I-008', 'K08'], ['I-009', 'K09'], ['I-010', 'K10'], ['I-011', 'K11'], ['I-012', 'K12'],
  ['I-013', 'K13'], ['I-014', 'K14'], ['I-015', 'K15'], ['I-016', 'K16'], ['I-017', 'K17'], ['I-018', 'K18'],
  ['I-019', 'K19'], ['I-020', 'K20'], ['I-021', 'K21'], ['I-022', 'K22'], ['I-023', 'K23'], ['I-024', 'K24'],
  ['I-025', 'K09'], ['I-026', 'K12'], ['I-027', 'K08'], ['I-028', 'K21'], ['I-029', 'K05'], ['I-030', 'K18'],
  ['I-031', 'K01'], ['I-032', 'K11'], ['I-033', 'K06'], ['I-034', 'K19'], ['I-035', 'K24'], ['I-036', 'K23']
] AS row
MATCH (a:Incident {incidentNo: row[0]}), (b:Customer {customerId: row[1]})
MERGE (a)-[:REPORTED_BY]->(b);

UNWIND [
  ['K01', 'OF-C400', 4, '2020-06-24'], ['K01', 'OF-U40', 4, '2017-10-26'], ['K02', 'OF-F310', 1, '2022-12-23'],
  ['K02', 'OF-M600', 6, '2022-04-24'], ['K03', 'OF-C100', 1, '2018-02-17'], ['K03', 'OF-C410', 1, '2022-10-21'],
  ['K04', 'OF-D20', 6, '2018-06-16'], ['K04', 'OF-F150', 10, '2019-05-22'], ['K05', 'OF-F310', 1, '2022-12-22'],
  ['K05', 'OF-M60', 6, '2018-04-24'], ['K05', 'OF-M610', 4, '2023-12-23'], ['K06', 'OF-D50', 4, '2021-09-19'],
  ['K06', 'OF-H500', 1, '2021-10-17'], ['K07', 'OF-C410', 1, '2022-05-25'], ['K07', 'OF-F310', 2, '2022-12-18'],
  ['K08', 'OF-D20', 10, '2020-06-28'], ['K08', 'OF-F300', 1, '2019-10-23'], ['K08', 'OF-F310', 10, '2022-12-16'],
  ['K09', 'OF-C200', 3, '2017-07-17'], ['K09', 'OF-V2', 10, '2019-05-27'], ['K09', 'OF-X9', 6, '2022-07-24'],
  ['K10', 'OF-H710', 4, '2024-12-25'], ['K11', 'OF-C410', 10, '2022-03-18'], ['K11', 'OF-V2', 3, '2021-01-17'],
  ['K11', 'OF-V8', 4, '2022-02-24'], ['K12', 'OF-F300', 3, '2019-06-23'], ['K12', 'OF-F50', 1, '2021-04-24'],
  ['K12', 'OF-M610', 2, '2023-12-15'], ['K13', 'OF-H500', 6, '2019-12-25'], ['K13', 'OF-U20', 10, '2014-07-22'],
  ['K14', 'OF-C410', 4, '2022-08-20'], ['K14', 'OF-D50', 3, '2022-05-22'], ['K15', 'OF-D10', 3, '2019-07-16'],
  ['K15', 'OF-M600', 4, '2020-09-20'], ['K16', 'OF-F300', 4, '2022-07-21'], ['K16', 'OF-F310', 1, '2022-12-20'],
  ['K17', 'OF-C400', 1, '2021-12-24'], ['K17', 'OF-F300', 3, '2021-10-20'], ['K18', 'OF-C200', 10, '2019-10-16'],
  ['K18', 'OF-C410', 1, '2022-08-18'], ['K19', 'OF-D60', 4, '2023-12-28'], ['K19', 'OF-U40', 3, '2015-08-26'],
  ['K20', 'OF-C400', 1, '2022-04-23'], ['K20', 'OF-X5', 2, '2020-04-16'], ['K21', 'OF-D20', 6, '2022-11-20'],
  ['K21', 'OF-F150', 10, '2022-07-24'], ['K21', 'OF-F310', 10, '2022-12-17'], ['K22', 'OF-F150', 1, '2020-10-16'],
  ['K22', 'OF-M600', 1, '2020-09-27'], ['K23', 'OF-C410', 1, '2022-09-24'], ['K23', 'OF-H500', 3, '2019-05-18'],
  ['K23', 'OF-M610', 6, '2023-12-19'], ['K24', 'OF-D20', 1, '2018-03-16'], ['K24', 'OF-F300', 3, '2021-09-21'],
  ['K24', 'OF-X5', 1, '2019-12-24']
] AS row
MATCH (a:Customer {customerId: row[0]}), (b:Product {sku: row[1]})
MERGE (a)-[:BOUGHT {quantity: row[2], since: date(row[3])}]->(b);

UNWIND [
  ['C-501', 'S02'], ['C-502', 'S01'], ['C-503', 'S03'], ['C-504', 'S05'], ['C-505', 'S04'], ['C-506', 'S15'],
  ['C-507', 'S16'], ['C-508', 'S18'], ['C-518', 'S20']
] AS row
MATCH (a:Contract {contractNo: row[0]}), (b:Supplier {supplierId: row[1]})
MERGE (a)-[:SIGNED_WITH]->(b);

UNWIND [
  ['C-509', 'K01'], ['C-510', 'K02'], ['C-511', 'K11'], ['C-512', 'K10'], ['C-513', 'K16'], ['C-514', 'K23'],
  ['C-515', 'K18'], ['C-516', 'K21'], ['C-517', 'K22']
] AS row
MATCH (a:Contract {contractNo: row[0]}), (b:Customer {customerId: row[1]})
MERGE (a)-[:SIGNED_WITH]->(b);

UNWIND [
  ['C-501', 'P-101'], ['C-501', 'P-102'], ['C-502', 'P-123'], ['C-502', 'P-124'], ['C-502', 'P-125'],
  ['C-503', 'P-105'], ['C-503', 'P-106'], ['C-504', 'P-112'], ['C-504', 'P-113'], ['C-505', 'P-108'],
  ['C-505', 'P-109'], ['C-505', 'P-110'], ['C-506', 'P-142'], ['C-507', 'P-145'], ['C-508', 'P-114'],
  ['C-518', 'P-115']
] AS row
MATCH (a:Contract {contractNo: row[0]}), (b:Component {partNo: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['C-509', 'OF-C400'], ['C-510', 'OF-F310'], ['C-511', 'OF-V8'], ['C-512', 'OF-H710'], ['C-513', 'OF-F300'],
  ['C-514', 'OF-H500'], ['C-515', 'OF-C200'], ['C-516', 'OF-F150'], ['C-516', 'OF-F310'], ['C-517', 'OF-M600']
] AS row
MATCH (a:Contract {contractNo: row[0]}), (b:Product {sku: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['R01', 'P-101'], ['R01', 'P-103'], ['R01', 'P-123'], ['R01', 'P-131'], ['R01', 'P-145'], ['R01', 'P-157'],
  ['R02', 'P-148'], ['R03', 'P-135'], ['R04', 'P-115'], ['R05', 'P-155'], ['R06', 'P-142'], ['R06', 'P-144'],
  ['R07', 'P-139'], ['R07', 'P-124'], ['R08', 'P-155'], ['R08', 'P-156'], ['R09', 'P-112'], ['R09', 'P-113'],
  ['R09', 'P-114']
] AS row
MATCH (a:Regulation {regulationId: row[0]}), (b:Component {partNo: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['R01', 'OF-C100'], ['R01', 'OF-M60'], ['R01', 'OF-M600'], ['R01', 'OF-U40'], ['R02', 'OF-X5'], ['R02', 'OF-X9'],
  ['R02', 'OF-F300'], ['R03', 'OF-D10'], ['R03', 'OF-D20'], ['R03', 'OF-D50'], ['R03', 'OF-D60'], ['R05', 'OF-F150'],
  ['R05', 'OF-F300'], ['R05', 'OF-F310'], ['R06', 'OF-V2'], ['R06', 'OF-V8'], ['R07', 'OF-U20'], ['R07', 'OF-H500'],
  ['R07', 'OF-H700'], ['R09', 'OF-M610'], ['R10', 'OF-C200'], ['R10', 'OF-C410']
] AS row
MATCH (a:Regulation {regulationId: row[0]}), (b:Product {sku: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['D01', 'P-101'], ['D05', 'P-142'], ['D06', 'P-112'], ['D07', 'P-114'], ['D08', 'P-126'], ['D09', 'P-157'],
  ['D09', 'P-145'], ['D10', 'P-133'], ['D11', 'P-116'], ['D11', 'P-101'], ['D13', 'P-115'], ['D15', 'P-123'],
  ['D15', 'P-124'], ['D16', 'P-155'], ['D18', 'P-102'], ['D19', 'P-147'], ['D20', 'P-127'], ['D21', 'P-131'],
  ['D21', 'P-132'], ['D23', 'P-145'], ['D24', 'P-130']
] AS row
MATCH (a:Document {documentNo: row[0]}), (b:Component {partNo: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['D01', 'I-001'], ['D01', 'I-031'], ['D05', 'I-011'], ['D08', 'I-016'], ['D10', 'I-009'], ['D12', 'I-018'],
  ['D13', 'I-004'], ['D16', 'I-012'], ['D19', 'I-025'], ['D23', 'I-022']
] AS row
MATCH (a:Document {documentNo: row[0]}), (b:Incident {incidentNo: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['D02', 'OF-C100'], ['D02', 'OF-C200'], ['D03', 'OF-D10'], ['D03', 'OF-D20'], ['D04', 'OF-F300'],
  ['D12', 'OF-C200'], ['D14', 'OF-H500'], ['D14', 'OF-H700'], ['D17', 'OF-V8'], ['D18', 'OF-H710'],
  ['D20', 'OF-D60'], ['D22', 'OF-M610']
] AS row
MATCH (a:Document {documentNo: row[0]}), (b:Product {sku: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['D03', 'R03'], ['D04', 'R05'], ['D07', 'R09'], ['D12', 'R10'], ['D17', 'R06']
] AS row
MATCH (a:Document {documentNo: row[0]}), (b:Regulation {regulationId: row[1]})
MERGE (a)-[:COVERS]->(b);

UNWIND [
  ['D01', 'E1109', 'author'], ['D01', 'E1103', 'reviewer'], ['D02', 'E1111', 'author'], ['D03', 'E1102', 'author'],
  ['D04', 'E1116', 'author'], ['D05', 'E1101', 'author'], ['D06', 'E1112', 'author'], ['D07', 'E1111', 'author'],
  ['D07', 'E1112', 'reviewer'], ['D08', 'E1048', 'author'], ['D09', 'E1106', 'author'], ['D10', 'E1097', 'author'],
  ['D11', 'E1097', 'author'], ['D12', 'E1048', 'author'], ['D13', 'E1101', 'author'], ['D13', 'E1108', 'reviewer'],
  ['D14', 'E1108', 'author'], ['D15', 'E1111', 'author'], ['D16', 'E1100', 'author'], ['D17', 'E1055', 'author'],
  ['D18', 'E1101', 'author'], ['D19', 'E1103', 'author'], ['D19', 'E1108', 'reviewer'], ['D20', 'E1112', 'author'],
  ['D21', 'E1099', 'author'], ['D22', 'E1100', 'author'], ['D23', 'E1113', 'author'], ['D24', 'E1101', 'author']
] AS row
MATCH (a:Document {documentNo: row[0]}), (b:Person {employeeId: row[1]})
MERGE (a)-[:WRITTEN_BY {role: row[2]}]->(b);
